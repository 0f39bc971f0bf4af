import { expect, it, vi } from 'vitest';
import {
  ACK,
  delta,
  end,
  givenConversation,
  message,
  onAssistantMessage,
  onDelta,
  onThought,
  settled,
  welcome,
} from './conversation.fixture.ts';

vi.stubGlobal('requestAnimationFrame', (notify: () => void) => notify());

const thought = (offset: number, text: string, ms = 0) => ({ ...delta(offset, text), ms });

function given() {
  const parts = givenConversation();
  parts.conversation.actions.send('Hello');
  const reply = () => parts.conversation.state.get().messages.at(-1);
  return { ...parts, reply };
}

it('thoughts are not part of the text of the reply, which is still awaited', () => {
  const { conversation, shown, reply } = given();
  onThought(conversation, thought(0, 'Hm'));
  onThought(conversation, thought(2, 'm.'));
  expect(shown().at(-1)).toEqual({ role: 'assistant', text: '', status: 'streaming' });
  expect(reply()?.thinking?.text.text()).toBe('Hmm.');
  onDelta(conversation, { ...delta(0, 'Yes'), thoughtMs: 1_500 });
  onDelta(conversation, delta(3, '.'));
  expect(shown().at(-1)?.text).toBe('Yes.');
  expect(reply()?.thinking?.text.text()).toBe('Hmm.');
  expect(reply()?.thinking?.state.get()?.ms).toBe(1_500);
});

it('a thought as the first frame of another device’s turn opens the turn', () => {
  const { conversation, shown } = givenConversation([welcome, message(1), message(2)]);
  onThought(conversation, { ...thought(0, 'Hm'), requestId: 'of another device', messageIndex: 4 });
  expect(shown().at(-1)).toEqual({ role: 'assistant', text: '', status: 'streaming' });
});

it('thoughts stay with the page when the reply ends and when the history is read again', async () => {
  const { conversation, answer, readHistory, reply } = given();
  onThought(conversation, thought(0, 'Hmm.'));
  onAssistantMessage(conversation, end('Yes.', { thoughtMs: 2_000 }));
  answer().resolve(ACK);
  await settled();
  const ended = reply();
  expect(ended).toMatchObject({ status: 'complete', content: 'Yes.', thoughtMs: 2_000 });
  const { key: requestId = '' } = conversation.state.get().messages.at(-2) ?? {};
  const own = { requestId, content: 'Hello' };
  const stored = [welcome, message(1, own), message(2, { ...own, content: 'Yes.', thoughtMs: 2_000 })];
  readHistory.mockResolvedValue({ messages: stored, olderThan: undefined });
  await conversation.history.catchUp();
  expect(reply()).toBe(ended);
  expect(reply()?.thinking?.text.text()).toBe('Hmm.');
});

it('a reply from the history tells how long its model thought, without the thoughts', () => {
  const { conversation } = givenConversation([welcome, message(1), message(2, { thoughtMs: 4_000 })]);
  const read = conversation.state.get().messages.at(-1);
  expect(read).toMatchObject({ thoughtMs: 4_000 });
  expect(read).not.toHaveProperty('thinking');
});

it('a reply that was stopped while its model thought keeps the time of thinking', () => {
  const { conversation, reply } = given();
  onThought(conversation, thought(0, 'Hm', 900));
  onAssistantMessage(conversation, end('', { status: 'stopped', thoughtMs: 1_000 }));
  expect(reply()).toMatchObject({ content: '', status: 'stopped', thoughtMs: 1_000 });
});
