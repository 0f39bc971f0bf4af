/** Remembers recent failures of models as penalties that decay, by which routing ranks the models (decision 0095). */

/**
 * `throttled`: the provider had no capacity, or a quota of the operator's account was used up for the moment.
 * `refused`: the model will not answer until an operator mends the cause. `failed`: any other failure, before or during
 * the reply.
 */
export type ModelOutcome = 'answered' | 'throttled' | 'failed' | 'refused';

/** Penalties by model id: from 0 (healthy) to 1, or `LEFT_OUT`. A model without an entry is healthy. */
export type Health = ReadonlyMap<string, number>;

/** Penalty of a model that refused a call less than `REST_MS` ago and has answered no call since. */
export const LEFT_OUT = Number.POSITIVE_INFINITY;

const HALF_LIFE_MS = 60_000;
/** Change of a model's penalty by the outcome of a call. */
const WEIGHTS: Readonly<Record<ModelOutcome, number>> = {
  answered: -0.2,
  throttled: 0.35,
  failed: 0.25,
  refused: 0,
};
const REST_MS = 10 * 60_000;
/**
 * After `calls` throttled calls in a row, over at least `ms` milliseconds, a model's quota is presumed to be 0.
 * Bedrock's error is the same for a quota of 0 and for a quota that is used up for the minute.
 */
const ONLY_THROTTLED = { calls: 6, ms: 10 * 60_000 };
const FORGOTTEN = 0.02;

interface Mark {
  readonly penalty: number;
  readonly at: number;
}

/** Remembers the outcomes of calls in one execution environment of the worker. */
export class HealthMemory {
  readonly #marks = new Map<string, Mark>();
  readonly #refusedAt = new Map<string, number>();
  readonly #throttled = new Map<string, { readonly since: number; readonly calls: number }>();

  /** @param now Unix milliseconds */
  record(modelId: string, outcome: ModelOutcome, now: number): void {
    if (outcome === 'refused') this.#refusedAt.set(modelId, now);
    if (outcome === 'answered') this.#refusedAt.delete(modelId);
    this.#countThrottled(modelId, outcome, now);
    const penalty = clamp(this.#penaltyOf(modelId, now) + WEIGHTS[outcome]);
    if (penalty < FORGOTTEN) this.#marks.delete(modelId);
    else this.#marks.set(modelId, { penalty, at: now });
  }

  /** Returns the penalties at a time in Unix milliseconds. */
  at(now: number): Health {
    const refused = [...this.#refusedAt].filter(([, at]) => now - at < REST_MS);
    return new Map([
      ...[...this.#marks.keys()].map((id) => [id, this.#penaltyOf(id, now)] as const),
      ...refused.map(([id]) => [id, LEFT_OUT] as const),
    ]);
  }

  /** True for a model whose quota is presumed to be 0 (`ONLY_THROTTLED`). */
  isOnlyThrottled(modelId: string, now: number): boolean {
    const { since, calls } = this.#throttled.get(modelId) ?? { since: now, calls: 0 };
    return calls >= ONLY_THROTTLED.calls && now - since >= ONLY_THROTTLED.ms;
  }

  #countThrottled(modelId: string, outcome: ModelOutcome, now: number): void {
    const { since, calls } = this.#throttled.get(modelId) ?? { since: now, calls: 0 };
    if (outcome === 'throttled') this.#throttled.set(modelId, { since, calls: calls + 1 });
    else this.#throttled.delete(modelId);
  }

  #penaltyOf(modelId: string, now: number): number {
    const mark = this.#marks.get(modelId);
    if (!mark) return 0;
    const left = mark.penalty * 0.5 ** (Math.max(0, now - mark.at) / HALF_LIFE_MS);
    return left < FORGOTTEN ? 0 : left;
  }
}

const clamp = (value: number): number => Math.min(1, Math.max(0, value));
