import { expect, it, vi } from 'vitest';
import { AppError } from '#contract/error-codes';
import { SUPPORT } from '#contract/limits';
import { supportCopy } from './copy.ts';
import { SupportForm } from './support-form-state.ts';

function given({ isOnline = true }: { isOnline?: boolean } = {}) {
  const send = vi.fn(async (_: { subject: string; message: string }) => 'Thank you.');
  const message = new SupportForm({ send, isOnline: () => isOnline });
  const write = (subject: string, text: string) => {
    message.change('subject', subject);
    message.change('message', text);
  };
  return { message, send, write, state: () => message.state.get() };
}

it('sends the texts without the space around them, and shows the server’s answer', async () => {
  const { message, send, write, state } = given();
  write('  A question ', '\nHow?\n');
  expect(await message.send()).toBeUndefined();
  expect(send).toHaveBeenCalledExactlyOnceWith({ subject: 'A question', message: 'How?' });
  expect(state()).toMatchObject({ phase: 'sent', answer: 'Thank you.', subject: '', message: '' });
  message.begin();
  expect(state().phase).toBe('editing');
});

it.each([
  ['nothing at all', '', ' ', 'subject', [supportCopy.noSubject, supportCopy.noMessage]],
  [
    'a message too long',
    'Hi',
    'x'.repeat(SUPPORT.messageMaxLength + 2),
    'message',
    [undefined, supportCopy.tooLong(2)],
  ],
] as const)('does not send %s, and says what to mend first', async (_, subject, text, first, problems) => {
  const { message, send, write, state } = given();
  write(subject, text);
  expect(await message.send()).toBe(first);
  expect(send).not.toHaveBeenCalled();
  expect([state().problems.subject, state().problems.message]).toEqual(problems);
  message.change(first, 'Mended');
  expect(state().problems[first]).toBeUndefined();
});

it('sends once, however often it is asked to', async () => {
  const { message, send, write } = given();
  write('Hi', 'There');
  await Promise.all([message.send(), message.send()]);
  expect(send).toHaveBeenCalledTimes(1);
});

it.each([
  [new AppError('support_unavailable', { message: 'Not from here.' }), 'Not from here.'],
  [new AppError('internal'), supportCopy.failed],
  [new TypeError('Failed to fetch'), supportCopy.failed],
])('keeps the words when it fails, and says why: %s', async (error, failure) => {
  const { message, send, write, state } = given();
  send.mockRejectedValueOnce(error);
  write('Hi', 'There');
  await message.send();
  expect(state()).toMatchObject({ phase: 'editing', failure, subject: 'Hi', message: 'There' });
  await message.send();
  expect(state()).toMatchObject({ phase: 'sent', failure: undefined });
});

it('does not try without a network, and keeps the words', async () => {
  const { message, send, write, state } = given({ isOnline: false });
  write('Hi', 'There');
  await message.send();
  expect(send).not.toHaveBeenCalled();
  expect(state()).toMatchObject({ phase: 'editing', failure: supportCopy.offline, message: 'There' });
});
