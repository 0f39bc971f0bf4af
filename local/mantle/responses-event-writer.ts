/** Writes the events of a streaming response of OpenAI's Responses API, which `bedrock-mantle` serves. */
import { randomUUID } from 'node:crypto';
import type { ChunkKind, Outcome } from '../bedrock/run-model-call.ts';

const PARTS: Readonly<Record<ChunkKind, { item: string; part: string; delta: string }>> = {
  thinking: { item: 'reasoning', part: 'reasoning_summary_part', delta: 'reasoning_summary_text' },
  reply: { item: 'message', part: 'content_part', delta: 'output_text' },
  refusal: { item: 'message', part: 'content_part', delta: 'refusal' },
};
const REASONS: Readonly<Record<string, string>> = {
  max_tokens: 'max_output_tokens',
  content_filtered: 'content_filter',
};

export class EventWriter {
  readonly #write: (text: string) => void;
  readonly #response = { id: `resp_${randomUUID()}`, object: 'response' };
  #next = 0;
  #items = -1;
  #open: ChunkKind | undefined;

  constructor(write: (text: string) => void) {
    this.#write = write;
  }

  begin(): void {
    for (const type of ['response.created', 'response.in_progress'])
      this.#send(type, { response: { ...this.#response, status: 'in_progress' } });
  }

  piece(text: string, kind: ChunkKind): void {
    if (this.#open !== kind) {
      this.#close();
      this.#open = kind;
      this.#items += 1;
      this.#send('response.output_item.added', { item: { type: PARTS[kind].item } });
      this.#send(`response.${PARTS[kind].part}.added`, kind === 'thinking' ? { summary_index: 0 } : {});
    }
    this.#send(`response.${PARTS[kind].delta}.delta`, { delta: text });
  }

  end({ stopReason, usage }: Outcome): void {
    this.#close();
    const reason = REASONS[stopReason];
    const status = reason === undefined ? 'completed' : 'incomplete';
    const { cacheReadInputTokens: cached, cacheWriteInputTokens: written } = usage;
    this.#send(`response.${status}`, {
      response: {
        ...this.#response,
        status,
        incomplete_details: reason === undefined ? null : { reason },
        usage: {
          input_tokens: usage.inputTokens + cached + written,
          input_tokens_details: {
            cached_tokens: cached,
            ...(written > 0 && { cache_write_tokens: written }),
          },
          output_tokens: usage.outputTokens,
          total_tokens: usage.totalTokens,
        },
      },
    });
  }

  fail(error: object): void {
    this.#send('response.failed', { response: { ...this.#response, status: 'failed', error } });
  }

  #close(): void {
    if (this.#open === undefined) return;
    this.#send(`response.${PARTS[this.#open].part}.done`, {});
    this.#send('response.output_item.done', { item: { type: PARTS[this.#open].item } });
    this.#open = undefined;
  }

  #send(type: string, fields: object): void {
    const event = { type, sequence_number: this.#next, output_index: Math.max(0, this.#items), ...fields };
    this.#next += 1;
    this.#write(`event: ${type}\ndata: ${JSON.stringify(event)}\n\n`);
  }
}
