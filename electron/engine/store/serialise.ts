/** Runs asynchronous work one piece after another, in the order asked for; a failure does not hold up the next. */
export function serialise(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const next = last.then(work, work);
    last = next.catch(() => {});
    return next;
  };
}
