/** Converts milliseconds to Unix seconds, the unit of TTL. */
export const inSeconds = (ms: number): number => Math.floor(ms / 1000);
