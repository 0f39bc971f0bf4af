/** Random numbers that can be repeated: the same seed gives the same choices. */

export interface Random {
  /** A whole number from 0 below `below`. */
  upTo(below: number): number;
  /** True with this probability, 0 to 1. */
  happens(probability: number): boolean;
  pick<T>(from: readonly [T, ...T[]]): T;
  /** Picks a value with a probability in proportion to its weight. */
  weighted<T>(from: readonly (readonly [weight: number, value: T])[]): T;
}

/** Mulberry32. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const upTo = (below: number) => Math.floor(next() * below);
  return {
    upTo,
    happens: (probability) => next() < probability,
    pick: (from) => from[upTo(from.length)] ?? from[0],
    weighted(from) {
      let left = next() * from.reduce((sum, [weight]) => sum + weight, 0);
      for (const [weight, value] of from) {
        left -= weight;
        if (left < 0) return value;
      }
      const [last] = from.slice(-1);
      if (!last) throw new Error('Nothing to choose from');
      return last[1];
    },
  };
}
