/** True for a run with few repetitions (`--quick`), whose figures are rough. */
export const isQuick = process.argv.includes('--quick');

export const rounds = (usual: number): number => (isQuick ? Math.min(usual, 2) : usual);

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** Returns the smallest value that at least `percent` percent of the values do not exceed. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil((sorted.length * percent) / 100) - 1)] ?? Number.NaN;
}

export interface Figure {
  readonly what: string;
  readonly value: number;
  readonly unit: string;
  /** Digits after the point. @default 1; 0 for values of 1,000 or more */
  readonly digits?: number;
  /** Reference value from the same run. The figure is also printed as a multiple of it. */
  readonly floor?: number;
  /** Largest accepted value (docs/architecture.md 8). */
  readonly budget?: number;
  readonly atLeast?: number;
}

/** Prints one line for each figure, with `OVER` above `budget` and `UNDER` below `atLeast`. */
export function print(title: string, figures: readonly Figure[]): void {
  console.log(`\n${title}`);
  for (const { what, value, unit, digits, floor, budget, atLeast } of figures) {
    const ratio = floor === undefined ? '' : `  ${(value / floor).toFixed(2)}x of ${round(floor)} ${unit}`;
    const limit = budget === undefined ? '' : `  budget ${budget} ${unit}${value > budget ? '  OVER' : ''}`;
    const least =
      atLeast === undefined ? '' : `  at least ${atLeast} ${unit}${value < atLeast ? '  UNDER' : ''}`;
    console.log(
      `  ${what.padEnd(52)} ${(digits === undefined ? round(value) : value.toFixed(digits)).padStart(9)} ${unit}${ratio}${limit}${least}`,
    );
  }
}

const round = (value: number): string => (value >= 1_000 ? value.toFixed(0) : value.toFixed(1));
