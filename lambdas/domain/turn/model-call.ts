/**
 * Calls the models of a turn's route, one after another, until a model gives a text. A model that is overloaded, or
 * whose thoughts used up the tokens of the reply, is called again before the next model.
 */
import type { ModelSpec } from '#contract/deployment-config';
import type { Effort } from '#contract/entities';
import { estimateInput, estimateTokens } from '../../models/estimate-tokens.ts';
import { costOf } from '../../models/model-cost.ts';
import {
  ModelError,
  type ModelEvent,
  type ModelMessage,
  type ModelRequest,
  type StreamReply,
} from '../../models/model-port.ts';
import { ModelRefusal, type RefusalCode } from '../../models/recognise-lasting-refusals.ts';
import type { TokenCounts } from '../../models/token-counts.ts';
import { log } from '../../runtime/log.ts';
import type { CachedPrefix } from '../routing/cached-prefix.ts';
import type { Route } from '../routing/choose-model.ts';
import type { ModelOutcome } from '../routing/model-health.ts';
import { reasonForFallback } from '../routing/needs-and-reasons.ts';
import type { Prompt } from './load-files.ts';
import type { ContextMessage } from './model-context.ts';

/** Largest number of models that are tried for a turn: more would make the user wait too long. */
const MOST_MODELS = 3;
/** Largest number of calls to an overloaded model. */
const CALLS_EACH = 2;
const RETRY_AFTER_MS = 200;
/** Factor by which the plan's tokens for a reply grow after thoughts have used them up. Applies once in a turn. */
const MORE_TOKENS = 4;
const JITTER_MS = 400;

export interface ModelCallPorts {
  readonly streamReply: StreamReply;
  /**
   * Called with the outcome of each call, except for an aborted call and for thoughts that used up the reply's tokens.
   * `refusal` is given for a refusal that the model's next calls will meet too.
   */
  readonly onOutcome?: (modelId: string, outcome: ModelOutcome, refusal?: RefusalCode) => void;
  /** Waits, or throws when the signal aborts. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<unknown>;
  /** Builds the messages that a model gets for a question with files. @default a question with files throws */
  readonly promptFor?: (model: ModelSpec, messages: Question['messages']) => Promise<Prompt>;
  /** @default Math.random */
  readonly random?: () => number;
}

export interface Question {
  readonly system: string;
  readonly messages: readonly ContextMessage[];
  /** Sentences that `ModelCall.reason` contains, for example that earlier files are left out of the messages. */
  readonly notes?: readonly string[];
  /** Largest number of tokens of a reply that the sender's plan allows. A model may allow fewer. */
  readonly maxOutputTokens: number;
  readonly effort?: Effort | undefined;
  /** Messages that a model has in its prompt cache. */
  readonly cached?: CachedPrefix | undefined;
  readonly signal: AbortSignal;
}

export class ModelCall {
  readonly #ports: ModelCallPorts;
  #model: ModelSpec;
  #reason: string;
  /** Thoughts of the present call so far, as one text. Token estimates of single pieces would add up too high. */
  #thoughts = '';
  /** True after a call with thoughts but no text, until the first thoughts of a later call. */
  #isThoughtBreak = false;
  #hasMoreTokens = false;
  #spentInVain = 0;
  #prompt: Prompt | undefined;
  #notes: readonly string[] = [];
  readonly #others: readonly ModelSpec[];

  constructor({ model, reason, others }: Route, ports: ModelCallPorts) {
    this.#ports = ports;
    this.#model = model;
    this.#reason = reason;
    this.#others = others.slice(0, MOST_MODELS - 1);
  }

  /** Answering model, which may change until the first text. */
  get model(): ModelSpec {
    return this.#model;
  }

  /** Text for the user: the reason why this model answers, and what the model does not get of the conversation. */
  get reason(): string {
    return [this.#reason, ...this.#notes, ...(this.#prompt?.notes ?? [])].join(' ');
  }

  /** Messages that the answering model got. Undefined before the first call and while files are being read. */
  get messages(): readonly ModelMessage[] | undefined {
    return this.#prompt?.messages;
  }

  /** Estimated tokens of the present call's thoughts, which providers bill as output. */
  get thoughtTokens(): number {
    return estimateTokens(this.#thoughts);
  }

  /** US dollars of calls that produced tokens but no text. */
  get spentInVain(): number {
    return this.#spentInVain;
  }

  /**
   * Yields the events of the reply. A reply without a text, or with a blank text, counts as a failure. But a reply
   * whose text was taken by a filter counts as an answer.
   * @throws the failure of a model whose stream breaks off after the first text or after the event `end`
   * @throws if no model answered: the last failure of an overloaded model; if no model was overloaded, the failure of
   * the first model
   * @throws any error after the question was aborted, and the error of a file that cannot be read
   */
  async *events(question: Question): AsyncGenerator<ModelEvent> {
    const first = this.#model;
    this.#notes = question.notes ?? [];
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
   * Calls one model, and again with more tokens if its thoughts used up the tokens of the reply. Only one model of a
   * turn gets more tokens. Returns a failure that came before the first text.
   */
  async *#ask(model: ModelSpec, question: Question): AsyncGenerator<ModelEvent, 'answered' | Failure> {
    this.#prompt = undefined;
    // Throws when files cannot be read. That is no failure of the model, and the next model would meet it too.
    this.#prompt = await this.#promptFor(model, question);
    const outcome = yield* this.#askAgainIfBusy(model, question);
    if (outcome === 'answered' || failureOf(outcome.error) !== 'exhausted') return outcome;
    const { maxOutputTokens } = question;
    if (this.#hasMoreTokens || maxOutputTokens >= model.maxOutputTokens) return outcome;
    this.#hasMoreTokens = true;
    return yield* this.#askAgainIfBusy(model, {
      ...question,
      maxOutputTokens: maxOutputTokens * MORE_TOKENS,
    });
  }

  async #promptFor(model: ModelSpec, { messages }: Question): Promise<Prompt> {
    if (messages.every(({ files, projectFiles }) => (files ?? projectFiles) === undefined))
      return { messages: messages.map(withoutFiles), notes: [] };
    const { promptFor } = this.#ports;
    if (!promptFor) throw new Error('The question has files that nothing loads');
    return promptFor(model, messages);
  }

  /**
   * Calls one model, and once more if it is overloaded. Returns a failure that came before the first text and the event
   * `end`. Throws a later failure, and any error after the question was aborted.
   */
  async *#askAgainIfBusy(
    model: ModelSpec,
    question: Question,
  ): AsyncGenerator<ModelEvent, 'answered' | Failure> {
    for (let call = 1; ; call++) {
      let isShown = false;
      this.#thoughts = '';
      try {
        for await (const event of this.#answerOf(model, question)) {
          // After the event `end` no other call may follow, even without a text: a filter may have taken the text.
          if (event.type === 'text' || event.type === 'end') isShown = true;
          if (event.type === 'thinking') {
            this.#thoughts += event.text;
            yield this.#afterBreak(event.text);
          } else yield event;
        }
        this.#ports.onOutcome?.(model.id, 'answered');
        return 'answered';
      } catch (error) {
        if (question.signal.aborted) throw error;
        const code = refusalOf(error);
        // Another question may need fewer thoughts, so a model that thought too long is not reported.
        if (failureOf(error) !== 'exhausted') this.#ports.onOutcome?.(model.id, outcomeOf(error), code);
        if (isShown) throw error;
        this.#countInVain(model, question, error);
        log('WARN', 'model did not answer', {
          ...{ model: model.id, attempt: call, cause: error },
          ...(code && { code }),
        });
        if (call === CALLS_EACH || !isPassing(error)) return { error };
      }
      const { wait, random = Math.random } = this.#ports;
      await wait(RETRY_AFTER_MS + random() * JITTER_MS, question.signal);
    }
  }

  /** Puts an empty line between the thoughts of two calls, which clients get as one text. */
  #afterBreak(text: string): ModelEvent {
    const isBreak = this.#isThoughtBreak && text !== '';
    if (isBreak) this.#isThoughtBreak = false;
    return { type: 'thinking', text: isBreak ? `\n\n${text}` : text };
  }

  /** @throws EmptyReply if the reply ends without a text, unless a filter took the text */
  async *#answerOf(model: ModelSpec, question: Question): AsyncGenerator<ModelEvent> {
    let hasText = false;
    let isEmpty = false;
    let isCutOff = false;
    let usage: TokenCounts | undefined;
    const events = this.#ports.streamReply(this.#requestOf(model, question));
    for await (const event of withoutBlankStart(events)) {
      if (event.type === 'text') hasText = true;
      if (event.type === 'end' && event.status !== 'filtered' && !hasText) isEmpty = true;
      if (event.type === 'end') isCutOff = event.status === 'truncated';
      if (event.type === 'usage') usage = event;
      // Withholds the end and the usage of an empty reply, because another call may still answer the turn.
      if (!isEmpty) yield event;
    }
    if (isEmpty) throw new EmptyReply(isCutOff ? 'exhausted' : 'empty', usage);
  }

  #requestOf(model: ModelSpec, question: Question): ModelRequest {
    return {
      ...question,
      model,
      messages: this.#prompt?.messages ?? [],
      maxOutputTokens: Math.min(question.maxOutputTokens, model.maxOutputTokens),
    };
  }

  #countInVain(model: ModelSpec, question: Question, error: unknown): void {
    const counted = error instanceof EmptyReply ? error.usage : undefined;
    const outputTokens = counted?.outputTokens ?? this.thoughtTokens;
    if (this.#thoughts !== '') this.#isThoughtBreak = true;
    this.#thoughts = '';
    if (outputTokens === 0) return;
    const input = () => estimateInput(this.#requestOf(model, question), question.cached);
    this.#spentInVain += costOf(model, counted ?? { ...input(), outputTokens });
  }
}

/**
 * Holds back blank text at the beginning of a reply, and yields it together with the first word. A reply that ends
 * before a word thus has no text. Bedrock refuses each later prompt with a blank reply in it.
 */
async function* withoutBlankStart(events: AsyncIterable<ModelEvent>): AsyncGenerator<ModelEvent> {
  let held = '';
  let hasWord = false;
  for await (const event of events) {
    if (event.type !== 'text' || hasWord) {
      yield event;
      continue;
    }
    held += event.text;
    hasWord = event.text.trim() !== '';
    if (hasWord) yield { type: 'text', text: held };
  }
}

/** End of a reply without a text: the model has used up its tokens (`exhausted`), or had nothing to say (`empty`). */
class EmptyReply extends ModelError {
  /** Undefined when the provider reported none. */
  readonly usage: TokenCounts | undefined;

  constructor(failure: 'empty' | 'exhausted', usage: TokenCounts | undefined) {
    super(failure, new Error('The reply has no text'));
    this.usage = usage;
  }
}

interface Failure {
  readonly error: unknown;
}

const withoutFiles = ({ files: _, projectFiles: __, ...message }: ContextMessage): ModelMessage => message;

const failureOf = (error: unknown) => (error instanceof ModelError ? error.failure : 'broken');
const isPassing = (error: unknown): boolean => ['throttled', 'unavailable'].includes(failureOf(error));
const refusalOf = (error: unknown) => (error instanceof ModelRefusal ? error.code : undefined);

function outcomeOf(error: unknown): ModelOutcome {
  const failure = failureOf(error);
  return failure === 'throttled' || failure === 'refused' ? failure : 'failed';
}
