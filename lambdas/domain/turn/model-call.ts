/**
 * Calls the models for a turn. The chosen model is called again after a pause if it is overloaded. Then the other
 * models are called, the best first. After a model's first event no other model is called.
 */
import type { ModelSpec } from '#contract/config';
import {
  ModelError,
  type ModelEvent,
  type ModelMessage,
  type ModelRequest,
  type StreamReply,
} from '../../models/model-port.ts';
import { log } from '../../runtime/log.ts';
import type { Route } from '../routing/choose-model.ts';
import type { ModelOutcome } from '../routing/model-health.ts';
import { reasonForFallback } from '../routing/needs-and-reasons.ts';

/** Models that are tried for a turn, with two calls each: more would make the user wait too long. */
const MOST_MODELS = 3;
const CALLS_EACH = 2;
const RETRY_AFTER_MS = 200;
const JITTER_MS = 400;

export interface ModelCallPorts {
  readonly streamReply: StreamReply;
  readonly onOutcome?: (modelId: string, outcome: ModelOutcome) => void;
  /** Waits, or throws when the signal aborts. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<unknown>;
  /** Returns a number from 0 to 1. @default Math.random */
  readonly random?: () => number;
}

export interface Question {
  readonly system: string;
  readonly messages: readonly ModelMessage[];
  /** Tokens of a reply that the caller's plan allows; a model may allow fewer. */
  readonly maxOutputTokens: number;
  readonly signal: AbortSignal;
}

export class ModelCall {
  readonly #ports: ModelCallPorts;
  #model: ModelSpec;
  #reason: string;
  readonly #others: readonly ModelSpec[];

  constructor({ model, reason, others }: Route, ports: ModelCallPorts) {
    this.#ports = ports;
    this.#model = model;
    this.#reason = reason;
    this.#others = others.slice(0, MOST_MODELS - 1);
  }

  /** Model that answers. It may change until the first event. */
  get model(): ModelSpec {
    return this.#model;
  }

  get reason(): string {
    return this.#reason;
  }

  /**
   * Yields the events of the reply.
   * @throws if no model answered: the last failure of an overloaded model, or else the failure of the first model
   */
  async *events(question: Question): AsyncGenerator<ModelEvent> {
    const first = this.#model;
    let failure: unknown;
    for (const model of [first, ...this.#others]) {
      if (model !== first) {
        this.#model = model;
        this.#reason = reasonForFallback(first);
      }
      const outcome = yield* this.#ask(model, question);
      if (outcome === 'answered') return;
      if (failure === undefined || isPassing(outcome.error)) failure = outcome.error;
    }
    throw failure;
  }

  /**
   * Calls one model. Yields its events, or returns a failure that came before its first event. Throws if it breaks
   * off after that, or if the question is aborted.
   */
  async *#ask(model: ModelSpec, question: Question): AsyncGenerator<ModelEvent, 'answered' | Failure> {
    for (let call = 1; ; call++) {
      let hasBegun = false;
      try {
        for await (const event of this.#ports.streamReply(requestOf(model, question))) {
          hasBegun = true;
          yield event;
        }
        this.#ports.onOutcome?.(model.id, 'answered');
        return 'answered';
      } catch (error) {
        if (question.signal.aborted) throw error;
        this.#ports.onOutcome?.(model.id, outcomeOf(error));
        if (hasBegun) throw error;
        log('WARN', 'model did not answer', { model: model.id, attempt: call, cause: error });
        if (call === CALLS_EACH || !isPassing(error)) return { error };
      }
      const { wait, random = Math.random } = this.#ports;
      await wait(RETRY_AFTER_MS + random() * JITTER_MS, question.signal);
    }
  }
}

interface Failure {
  readonly error: unknown;
}

const requestOf = (model: ModelSpec, question: Question): ModelRequest => ({
  ...question,
  model,
  maxOutputTokens: Math.min(question.maxOutputTokens, model.maxOutputTokens),
});

const failureOf = (error: unknown) => (error instanceof ModelError ? error.failure : 'broken');
const isPassing = (error: unknown): boolean => ['throttled', 'unavailable'].includes(failureOf(error));
const outcomeOf = (error: unknown): ModelOutcome =>
  failureOf(error) === 'throttled' ? 'throttled' : 'failed';
