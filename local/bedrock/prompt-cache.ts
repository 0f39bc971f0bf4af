/**
 * Emulates Bedrock's prompt caches. A cache point stores the exact prefix before it, for one model. Each use of a
 * prefix renews its time to live.
 * https://docs.aws.amazon.com/bedrock/latest/userguide/prompt-caching.html
 */
import type { Clock } from '../emulator-types.ts';
import type { ConverseRequest } from './bedrock-types.ts';
import { type CacheFacts, cacheOf } from './model-facts.ts';
import { type Prefix, prefixesOf } from './prompt-prefixes.ts';

const MINUTE_MS = 60_000;
const TTL_MS: Readonly<Record<string, number>> = { '5m': 5 * MINUTE_MS, '1h': 60 * MINUTE_MS };

/** Counts each token of a request's input in exactly one of the first three fields. */
export interface CacheUse {
  readonly inputTokens: number;
  readonly cacheReadInputTokens: number;
  readonly cacheWriteInputTokens: number;
  readonly cacheDetails?: readonly { readonly ttl: string; readonly inputTokens: number }[];
}

interface Entry {
  readonly ttl: string;
  expires: number;
}

type Point = Prefix & { readonly at: number; readonly ttl: string };

type CacheOf = (model: string) => CacheFacts | undefined;

export class PromptCache {
  readonly #clock: Clock;
  readonly #cacheOf: CacheOf;
  readonly #entries = new Map<string, Entry>();

  constructor(clock: Clock, facts: CacheOf = cacheOf) {
    this.#clock = clock;
    this.#cacheOf = facts;
  }

  /**
   * Counts a request's tokens as read from the cache, written to the cache, or neither. The caller calls `store` when
   * the model begins to reply: a request that fails earlier stores nothing.
   */
  lookUp(request: ConverseRequest, model: string): { readonly use: CacheUse; readonly store: () => void } {
    const facts = this.#cacheOf(model);
    const prefixes = prefixesOf(request);
    const total = prefixes.at(-1)?.tokens ?? 0;
    const points = facts ? pointsOf(prefixes, facts) : [];
    const last = points.at(-1);
    if (!facts || !last)
      return {
        use: { inputTokens: total, cacheReadInputTokens: 0, cacheWriteInputTokens: 0 },
        store: () => undefined,
      };
    const near = points.flatMap(({ at }) => prefixes.slice(Math.max(0, at - facts.lookBack), at + 1));
    const found = near.filter(({ hash }) => this.#isAlive(model, hash));
    const read = Math.max(0, ...found.map(({ tokens }) => tokens));
    return {
      use: facts.isImplicit ? implicitUse(total, read) : explicitUse({ total, read, points, last }),
      store: () => {
        for (const { hash } of found) this.#renew(model, hash);
        for (const { hash, ttl } of points)
          if (!this.#isAlive(model, hash)) this.#entries.set(`${model} ${hash}`, this.#entryOf(ttl));
      },
    };
  }

  #isAlive(model: string, hash: string): boolean {
    return (this.#entries.get(`${model} ${hash}`)?.expires ?? 0) > this.#clock.now();
  }

  #renew(model: string, hash: string): void {
    const entry = this.#entries.get(`${model} ${hash}`);
    if (entry) entry.expires = this.#entryOf(entry.ttl).expires;
  }

  #entryOf(ttl: string): Entry {
    return { ttl, expires: this.#clock.now() + (TTL_MS[ttl] ?? 0) };
  }
}

const pointsOf = (prefixes: readonly Prefix[], { minTokens, isImplicit }: CacheFacts): Point[] =>
  prefixes.flatMap((prefix, at) =>
    (prefix.point || isImplicit) && prefix.tokens >= minTokens
      ? [{ ...prefix, at, ttl: prefix.point?.ttl ?? '5m' }]
      : [],
  );

/**
 * OpenAI's models report the tokens read from the cache in multiples of this number.
 * https://developers.openai.com/api/docs/guides/prompt-caching
 */
const STEP = 128;

function implicitUse(total: number, read: number): CacheUse {
  const steps = Math.floor(read / STEP) * STEP;
  return { inputTokens: total - steps, cacheReadInputTokens: steps, cacheWriteInputTokens: 0 };
}

interface Found {
  readonly total: number;
  readonly read: number;
  readonly points: readonly Point[];
  readonly last: Point;
}

function explicitUse({ total, read, points, last }: Found): CacheUse {
  const details = writtenByTtl(points, read);
  return {
    inputTokens: total - Math.max(read, last.tokens),
    cacheReadInputTokens: read,
    cacheWriteInputTokens: Math.max(0, last.tokens - read),
    ...(details.length > 0 && { cacheDetails: details }),
  };
}

function writtenByTtl(points: readonly Point[], read: number) {
  let done = read;
  const written = new Map<string, number>();
  for (const { tokens, ttl } of points) {
    if (tokens > done) written.set(ttl, (written.get(ttl) ?? 0) + tokens - done);
    done = Math.max(done, tokens);
  }
  return [...written].map(([ttl, inputTokens]) => ({ ttl, inputTokens }));
}
