import { describe, expect, it } from 'vitest';
import { type ServerSentEvent, serverSentEvents } from './server-sent-events.ts';

async function read(...chunks: (string | Uint8Array)[]): Promise<ServerSentEvent[]> {
  const bytes = (async function* () {
    for (const chunk of chunks) yield typeof chunk === 'string' ? new TextEncoder().encode(chunk) : chunk;
  })();
  const events: ServerSentEvent[] = [];
  for await (const event of serverSentEvents(bytes)) events.push(event);
  return events;
}
const message = (data: string) => ({ event: 'message', data });

const STREAM =
  '\ufeff: hello\r\ndata: {"a":"ä😀"}\r\n\r\n: ping\n\nevent: error\ndata: one\ndata: two\n\ndata:x\rid: 7\r\rdata\n\nretry: 5\n\ndata: 1\r\ndata: 2\r\n\r\ndata: [DONE]';
const EVENTS = [
  message('{"a":"ä😀"}'),
  { event: 'error', data: 'one\ntwo' },
  message('x'),
  message(''),
  message('1\n2'),
  message('[DONE]'),
];

describe('serverSentEvents', () => {
  it('reads CRLF, LF and CR, comments, names, data of several lines, and an end without a newline', async () => {
    expect(await read(STREAM)).toEqual(EVENTS);
  });

  it('reads the same wherever the bytes are cut', async () => {
    const bytes = new TextEncoder().encode(STREAM);
    for (let at = 0; at <= bytes.length; at++)
      expect(await read(bytes.slice(0, at), bytes.slice(at)), `cut at ${at}`).toEqual(EVENTS);
    expect(await read(...Array.from(bytes, (byte) => Uint8Array.of(byte)))).toEqual(EVENTS);
  });

  it('gives no events for an empty stream', async () => {
    expect(await read()).toEqual([]);
    expect(await read('\n\n\n', ': only a comment\n\n')).toEqual([]);
  });

  it('fails on a line that is too long', async () => {
    const mebibyte = `data: ${'x'.repeat(600_000)}`;
    await expect(read(mebibyte, mebibyte)).rejects.toThrow('too long');
  });
});
