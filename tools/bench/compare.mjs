/** Several ways to do the same work, timed in turns, so that a noisy machine disturbs them alike. */

/**
 * @param ways name → function that does the work once and returns its seconds
 * @returns name → seconds of each round; the first round is not counted
 */
export async function inTurns(ways, rounds) {
  const seconds = Object.fromEntries(Object.keys(ways).map((name) => [name, []]));
  for (let round = 0; round <= rounds; round++) {
    for (const [name, way] of Object.entries(ways)) {
      const took = await way();
      if (round > 0) seconds[name].push(took);
    }
  }
  return seconds;
}

export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** How much faster `ours` was than `peer` in the middle round, each round compared with itself. */
export const ratio = (ours, peer) => median(peer.map((seconds, round) => seconds / ours[round]));
