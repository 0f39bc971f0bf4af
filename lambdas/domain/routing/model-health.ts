/** Remembers recent failures of models as penalties that decay. Routing lowers a model's rank by its penalty. */

/** `failed`: the model did not answer, or broke off. `throttled`: its provider had no capacity for the call. */
export type ModelOutcome = 'answered' | 'throttled' | 'failed';

/** Penalty of each model for its recent failures, from 0 (healthy) to 1, by model id. */
export type Health = ReadonlyMap<string, number>;

/** Milliseconds in which a penalty halves. */
const HALF_LIFE_MS = 60_000;
/** Change of a model's penalty by the outcome of a call. */
const WEIGHTS: Readonly<Record<ModelOutcome, number>> = { answered: -0.2, throttled: 0.35, failed: 0.25 };
/** Penalty below which a failure is forgotten. */
const FORGOTTEN = 0.02;

interface Mark {
  readonly penalty: number;
  readonly at: number;
}

/** Remembers the outcomes of calls. Each worker process has a memory of its own. */
export class HealthMemory {
  readonly #marks = new Map<string, Mark>();

  /** `now` in milliseconds. */
  record(modelId: string, outcome: ModelOutcome, now: number): void {
    const penalty = clamp(this.#penaltyOf(modelId, now) + WEIGHTS[outcome]);
    if (penalty < FORGOTTEN) this.#marks.delete(modelId);
    else this.#marks.set(modelId, { penalty, at: now });
  }

  /** Returns the penalties at a time in milliseconds. */
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
