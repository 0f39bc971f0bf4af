/** Calls the provider of a model, and limits how long the model may be silent in one call. */
import type { ModelSpec } from '#contract/deployment-config';
import { orAborted } from '../runtime/or-aborted.ts';
import { mayThink } from './effort-parameters.ts';
import { ModelError, type ModelEvent, type ModelRequest, type StreamReply } from './model-port.ts';

/** Milliseconds of silence after which a call is given up. */
export const IDLE_LIMIT_MS = 60_000;
/**
 * Replaces `IDLE_LIMIT_MS` after a thought, and before the first event of a model that may think. Some providers send
 * nothing while a model thinks for long.
 */
export const THINKING_LIMIT_MS = 240_000;

const ADAPTERS: Readonly<Record<ModelSpec['provider']['kind'], () => Promise<{ streamReply: StreamReply }>>> =
  {
    bedrock: () => import('./bedrock.ts'),
    mantle: () => import('./mantle.ts'),
    openai: () => import('./openai-compatible.ts'),
  };

export const streamReply: StreamReply = (request) => withinSilence(streamFromProvider, request);

async function* streamFromProvider(request: ModelRequest): AsyncGenerator<ModelEvent> {
  const adapter = await ADAPTERS[request.model.provider.kind]();
  yield* adapter.streamReply(request);
}

/**
 * Calls a model and yields its events. The limit starts with this call, and starts again after each event.
 * @throws ModelError `broken` when the model is silent for too long
 * @throws any error after `request.signal` was aborted
 */
export async function* withinSilence(stream: StreamReply, request: ModelRequest): AsyncGenerator<ModelEvent> {
  const silence = new AbortController();
  const signal = AbortSignal.any([request.signal, silence.signal]);
  const giveUp = () =>
    silence.abort(new ModelError('broken', new Error('The model was silent for too long')));
  const events = stream({ ...request, signal })[Symbol.asyncIterator]();
  let isThinking = mayThink(request);
  let timer: NodeJS.Timeout | undefined;
  try {
    for (;;) {
      timer = setTimeout(giveUp, isThinking ? THINKING_LIMIT_MS : IDLE_LIMIT_MS);
      const { done, value } = await orAborted(events.next(), signal);
      clearTimeout(timer);
      if (done) return;
      isThinking = value.type === 'thinking';
      yield value;
    }
  } finally {
    clearTimeout(timer);
    silence.abort();
    // Lets the call clean up when its events are not read to their end. The clean-up is not awaited, because the call
    // may take long to notice the abort.
    events.return?.().catch(() => undefined);
  }
}
