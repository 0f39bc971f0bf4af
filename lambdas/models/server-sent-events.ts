/** Parses server-sent events (WHATWG HTML, 9.2) from chunks of bytes that may be cut anywhere. */

export interface ServerSentEvent {
  /** Type of the event; `message` if the server names none. */
  readonly event: string;
  readonly data: string;
}

/**
 * Largest length of an unfinished event and the next chunk together, in UTF-16 units. Without this limit, an endless
 * event could fill the memory.
 */
const LONGEST_EVENT = 1_000_000;

/**
 * Yields the events that have data. An event that the stream's end cuts off is yielded as far as it arrived.
 * @throws Error if an event exceeds LONGEST_EVENT, and any error of `bytes`
 */
export async function* serverSentEvents(
  bytes: AsyncIterable<Uint8Array>,
): AsyncGenerator<ServerSentEvent, void, undefined> {
  const decoder = new TextDecoder();
  const event = new EventBuffer();
  let rest = '';
  for await (const chunk of bytes) {
    rest += decoder.decode(chunk, { stream: true });
    if (rest.length + event.length > LONGEST_EVENT) throw new Error('An event is too long');
    // A CR at the chunk's end may be the first half of a CRLF, so it waits for the next chunk.
    const open = rest.endsWith('\r') ? 1 : 0;
    const lines = rest.slice(0, rest.length - open).split(/\r\n|\n|\r/);
    rest = (lines.pop() ?? '') + rest.slice(rest.length - open);
    for (const line of lines) yield* event.take(line);
  }
  rest += decoder.decode();
  for (const line of [...rest.split(/\r\n|\n|\r/), '']) yield* event.take(line);
}

class EventBuffer {
  #event = '';
  #data: string[] = [];
  #length = 0;

  get length(): number {
    return this.#length;
  }

  *take(line: string): Generator<ServerSentEvent, void, undefined> {
    if (line === '') {
      if (this.#data.length > 0) yield { event: this.#event || 'message', data: this.#data.join('\n') };
      this.#event = '';
      this.#data = [];
      this.#length = 0;
      return;
    }
    const colon = line.indexOf(':');
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    this.#length += line.length;
    if (field === 'data') this.#data.push(value);
    else if (field === 'event') this.#event = value;
  }
}
