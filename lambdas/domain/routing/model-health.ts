/** How models have fared lately, as data that decays: what routing is told, and what a worker remembers. */

/** `failed`: it did not answer, or broke off; `throttled`: it had no room for the call. */
export type ModelOutcome = 'answered' | 'throttled' | 'failed';

/** Loss of each model for its recent failures, from 0 (healthy) to 1, by its id. */
export type Health = ReadonlyMap<string, number>;

/** After this long a failure counts half. */
const HALF_LIFE_MS = 60_000;
const WEIGHTS: Readonly<Record<ModelOutcome, number>> = { answered: -0.2, throttled: 0.35, failed: 0.25 };
/** Below this a failure is forgotten. */
const FORGOTTEN = 0.02;

interface Mark {
  readonly penalty: number;
  readonly at: number;
}

/** Remembers outcomes. Kept by a worker for as long as it lives; each learns for itself. */
export class HealthMemory {
  readonly #marks = new Map<string, Mark>();

  /** `now` in milliseconds. */
  record(modelId: string, outcome: ModelOutcome, now: number): void {
    const penalty = clamp(this.#penaltyOf(modelId, now) + WEIGHTS[outcome]);
    if (penalty < FORGOTTEN) this.#marks.delete(modelId);
    else this.#marks.set(modelId, { penalty, at: now });
  }

  at(now: number): Health {
    return new Map([...this.#marks.keys()].map((id) => [id, this.#penaltyOf(id, now)]));
  }

  #penaltyOf(modelId: string, now: number): number {
    const mark = this.#marks.get(modelId);
    if (!mark) return 0;
    const left = mark.penalty * 0.5 ** (Math.max(0, now - mark.at) / HALF_LIFE_MS);
    return left < FORGOTTEN ? 0 : left;
  }
}

const clamp = (value: number): number => Math.min(1, Math.max(0, value));
