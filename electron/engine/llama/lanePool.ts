/** Work for several lanes: each takes the next piece as it becomes free; a lane is opened when it is first needed. */

export interface LanePool<Lane> {
  run<T>(work: (lane: Lane) => Promise<T>): Promise<T>;
  /** Waits for what runs. */
  settled(): Promise<void>;
}

/**
 * @param first a lane that is open already
 * @param open one more; where that fails (memory), the pool goes on with those it has
 */
export function lanePool<Lane>(first: Lane, most: number, open: () => Promise<Lane>): LanePool<Lane> {
  const free: Lane[] = [first];
  const waiting: ((lane: Lane) => void)[] = [];
  const running = new Set<Promise<unknown>>();
  let lanes = 1;

  const give = (lane: Lane): void => {
    const next = waiting.shift();
    if (next) next(lane);
    else free.push(lane);
  };

  function take(): Promise<Lane> {
    const lane = free.pop();
    if (lane !== undefined) return Promise.resolve(lane);
    const turn = new Promise<Lane>((resolve) => waiting.push(resolve));
    if (lanes < most) {
      lanes++;
      const opening = open().then(give, () => {
        most = Math.min(most, --lanes);
      });
      keep(opening);
    }
    return turn;
  }

  function keep(work: Promise<unknown>): void {
    const ended = work.catch(() => {}).finally(() => running.delete(ended));
    running.add(ended);
  }

  return {
    run(work) {
      const result = take().then((lane) => work(lane).finally(() => give(lane)));
      keep(result);
      return result;
    },
    async settled() {
      while (running.size > 0) await Promise.all(running);
    },
  };
}
