import { beforeEach, expect, it, vi } from 'vitest';
import { SENT_PREFIX } from './personal-data-storage.ts';
import { type SentMessage, sentMessageStorage } from './unacknowledged-message-storage.ts';

/** Replaces sessionStorage. As in a browser, the values are properties of the object. */
function givenStorage() {
  const values: Record<string, string> = {};
  const method = (value: unknown) => ({ value, enumerable: false, configurable: true });
  Object.defineProperties(values, {
    getItem: method((key: string) => values[key] ?? null),
    setItem: method((key: string, value: string) => {
      values[key] = value;
    }),
    removeItem: method((key: string) => delete values[key]),
  });
  vi.stubGlobal('sessionStorage', values);
  return values;
}

let storage: Record<string, string>;
beforeEach(() => {
  storage = givenStorage();
});

const message = (requestId: string, change: Partial<SentMessage> = {}): SentMessage => ({
  requestId,
  chatId: 'chat',
  sender: 'ada@example.com',
  text: 'Hello',
  createdAt: '2026-01-01T00:00:00.000Z',
  after: 0,
  first: true,
  ...change,
});

it('keeps messages until they are forgotten, in the order they were sent', () => {
  sentMessageStorage.keep(message('b', { createdAt: '2026-01-02T00:00:00.000Z' }));
  sentMessageStorage.keep(message('a'));
  expect(sentMessageStorage.of('ada@example.com').map(({ requestId }) => requestId)).toEqual(['a', 'b']);
  sentMessageStorage.forget('a');
  expect(sentMessageStorage.of('ada@example.com').map(({ requestId }) => requestId)).toEqual(['b']);
});

it('gives a person no messages of another one', () => {
  sentMessageStorage.keep(message('a'));
  expect(sentMessageStorage.of('bob@example.com')).toEqual([]);
});

it('passes over what it cannot read', () => {
  storage[`${SENT_PREFIX}x`] = 'not json';
  storage[`${SENT_PREFIX}y`] = '{"requestId":"y"}';
  storage['draft:z'] = 'A draft';
  expect(sentMessageStorage.of('ada@example.com')).toEqual([]);
});

it('does not stand in the way of sending when the storage is full', () => {
  Object.defineProperty(storage, 'setItem', {
    value: () => {
      throw new DOMException('full', 'QuotaExceededError');
    },
  });
  expect(() => sentMessageStorage.keep(message('a'))).not.toThrow();
});

it('a refused message that a full storage does not take is shown, and after a reload not sent again', async () => {
  sentMessageStorage.keep(message('a'));
  Object.defineProperty(storage, 'setItem', {
    value: () => {
      throw new DOMException('full', 'QuotaExceededError');
    },
  });
  const refused = message('a', { refused: 'Not now' });
  sentMessageStorage.keep(refused);
  expect(sentMessageStorage.of('ada@example.com')).toEqual([refused]);
  vi.resetModules();
  const reloaded = await import('./unacknowledged-message-storage.ts');
  expect(reloaded.sentMessageStorage.of('ada@example.com')).toEqual([]);
});

it('keeps the model that was chosen, and why a message was refused', () => {
  const refused = message('a', { model: 'claude', refused: 'Not now', code: 'service_paused' });
  sentMessageStorage.keep(refused);
  expect(sentMessageStorage.of('ada@example.com')).toEqual([refused]);
});
