import { describe, expect, it } from 'vitest';
import { clientFrame, fromWire, serverFrame, toWire } from './socket.ts';

const id = '7b7c4c39-1c1e-4c5e-9a52-0a5f3f2e7a11';
const chatId = '019a0000-0000-7000-8000-000000000000';

describe('clientFrame', () => {
  it('takes each action with its data', () => {
    for (const frame of [
      { action: 'initChat', id, data: { isGuest: true } },
      { action: 'chat', id, data: { chatId, message: 'hello', userEmail: 'a@b.c' } },
      { action: 'likeMessage', id, data: { chatId, messageIndex: 2, liked: true } },
      { action: 'stopReply', id, data: { chatId } },
      { action: 'ping', id },
    ])
      expect(clientFrame.safeParse(frame).success).toBe(true);
  });

  it.each([
    ['an unknown action', { action: 'drop', id, data: {} }],
    ['no id', { action: 'initChat', data: {} }],
    ['an id that is no UUID', { action: 'initChat', id: 'x', data: {} }],
    ['a chat id of another form', { action: 'chat', id, data: { chatId: '../x', message: 'm' } }],
    ['a message that is no text', { action: 'chat', id, data: { chatId, message: { $ne: 1 } } }],
    ['a negative index', { action: 'likeMessage', id, data: { chatId, messageIndex: -1, liked: true } }],
  ])('refuses %s', (_, frame) => {
    expect(clientFrame.safeParse(frame).success).toBe(false);
  });

  it('drops fields that it does not know', () => {
    const frame = JSON.parse(
      `{"action":"stopReply","id":"${id}","data":{"chatId":"${chatId}","owner":"x"},"__proto__":{"a":1}}`,
    );
    expect(clientFrame.parse(frame)).toEqual({ action: 'stopReply', id, data: { chatId } });
  });
});

it('tells an ack with an error from one with data', () => {
  const error = { code: 'forbidden', message: 'You may not do that.' };
  expect(serverFrame.parse({ type: 'ack', id, error })).toEqual({ type: 'ack', id, error });
  expect(serverFrame.parse({ type: 'ack', id, data: { a: 1 } })).toEqual({ type: 'ack', id, data: { a: 1 } });
});

it('carries line breaks as tags [S5.message.3]', () => {
  expect(toWire('a\nb\r\nc\rd')).toBe('a<br>b<br>c<br>d');
  expect(fromWire(toWire('a\nb'))).toBe('a\nb');
});
