import { expect, it } from 'vitest';
import { parseLine } from './trace.ts';

const time = '2026-01-02T03:04:05.000Z';
const parse = (message: string) => parseLine('RepliesReply', Date.parse(time), message);

it.each([
  'RequestId: 4f6b2c11-0c4e-4a57-9a34-1f3f3f4b5a6c Error: Runtime exited with error: exit status 5',
  'RequestId: 4f6b2c11-0c4e-4a57-9a34-1f3f3f4b5a6c Process exited before completing request',
  'Status: {broken',
])('a line that is no JSON is the event as a whole: %s', (line) => {
  const event = { time, from: 'RepliesReply', event: line };
  expect([parse(line), parse(`${line}\n`)]).toEqual([event, event]);
});

it('the JSON after the time, id and level that Lambda puts before it gives the fields', () => {
  const line = `${time}\t4f6b2c11\tINFO\t{"level":"INFO","event":"reply ended","ms":5}\n`;
  expect(parse(line)).toEqual({ time, from: 'RepliesReply', level: 'INFO', event: 'reply ended', ms: 5 });
});
