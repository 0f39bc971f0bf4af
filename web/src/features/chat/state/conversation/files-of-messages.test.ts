import { describe, expect, it, vi } from 'vitest';
import type { FileInfo } from '#contract/entities';
import { AppError } from '#contract/error-codes';
import { FRAME_MAX_BYTES } from '#contract/limits';
import { encodeFrame } from '../../../../lib/socket/parse-and-encode-frames.ts';
import type { HistoryPage } from '../../api/early-chat-calls.ts';
import {
  ACK,
  AT,
  CHAT,
  end,
  givenConversation,
  message,
  onAccepted,
  onAssistantMessage,
  onUserMessage,
  settled,
  welcome,
} from './conversation.fixture.ts';

vi.spyOn(console, 'warn').mockImplementation(() => undefined);

const file = (n: number, change: Partial<FileInfo> = {}): FileInfo => ({
  fileId: `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
  ...{ name: `report ${n}.pdf`, kind: 'document', mediaType: 'application/pdf', bytes: 1_000 },
  ...change,
});
const idsIn = (data: object | undefined) => Reflect.get(data ?? {}, 'files');
const questionsOf = ({ conversation }: Pick<ReturnType<typeof givenConversation>, 'conversation'>) =>
  conversation.state.get().messages.filter(({ role }) => role === 'user');

describe('a message with files', () => {
  it('is sent with their ids, also without text, and shows them', () => {
    const given = givenConversation();
    expect(given.conversation.actions.send(' ', [file(1), file(2)])).toEqual({ sent: true });
    expect(given.requests[0]?.data).toMatchObject({
      message: '',
      files: [file(1).fileId, file(2).fileId],
    });
    expect(questionsOf(given)).toMatchObject([{ content: '', files: [file(1), file(2)] }]);
    expect(given.sent.keep).toHaveBeenCalledWith(expect.objectContaining({ files: [file(1), file(2)] }));
  });

  it('without text names a new chat after its first file', () => {
    const given = givenConversation();
    given.conversation.actions.send('', [file(1)]);
    onAccepted(given.conversation, given.requests[0]?.id ?? '');
    expect(given.onAccepted).toHaveBeenCalledWith(CHAT, 'report 1.pdf', true);
  });

  it('has a shorter limit of text, so that it fits a frame', () => {
    const given = givenConversation();
    const twenty = Array.from({ length: 20 }, (_, i) => file(i));
    const text = 'é'.repeat(16_100);
    expect(given.conversation.actions.send(text, twenty).problem).toMatch(/a message like this may have/);
    expect(given.conversation.actions.send('é'.repeat(15_600), twenty)).toEqual({ sent: true });
    const { id = '', data } = given.requests[0] ?? expect.fail('nothing was sent');
    const frame = encodeFrame('chat', id, data as never).again;
    expect(new TextEncoder().encode(frame).length).toBeLessThanOrEqual(FRAME_MAX_BYTES);
  });

  it('that is edited or regenerated keeps its files, but for removed ones', async () => {
    const files = [file(1), file(2, { isRemoved: true })];
    const given = givenConversation([welcome, message(1, { files }), message(2)]);
    given.conversation.actions.replaceLast('Other words');
    expect(idsIn(given.requests[0]?.data)).toEqual([file(1).fileId]);
    onAssistantMessage(given.conversation, end('Done'));
    given.answer().resolve(ACK);
    await settled();
    given.conversation.actions.replaceLast();
    expect(idsIn(given.requests[1]?.data)).toEqual([file(1).fileId]);
  });

  it('that is edited when all of its files were removed names none', async () => {
    const files = [file(1, { isRemoved: true })];
    const given = givenConversation([welcome, message(1, { files }), message(2)]);
    given.conversation.actions.replaceLast('Other words');
    expect(idsIn(given.requests[0]?.data)).toEqual([]);
  });

  it('that is refused keeps its files, and a retry sends them again', async () => {
    const given = givenConversation();
    given.conversation.actions.send('', [file(1)]);
    given.answer().reject(new AppError('quota_exceeded'));
    await settled();
    expect(questionsOf(given)).toMatchObject([{ status: 'unsent', files: [file(1)] }]);
    given.conversation.actions.retry(questionsOf(given)[0]?.key ?? '');
    expect(idsIn(given.requests[1]?.data)).toEqual([file(1).fileId]);
  });

  it('whose reply failed is retried with its files', async () => {
    const given = givenConversation([
      welcome,
      message(1, { files: [file(1)] }),
      message(2, { status: 'failed' }),
    ]);
    given.conversation.actions.retry('reply:request 1');
    expect(idsIn(given.requests[0]?.data)).toEqual([file(1).fileId]);
  });

  it('from another device shows them', () => {
    const given = givenConversation();
    const data = { chatId: CHAT, requestId: 'theirs', content: 'See', createdAt: AT, messageIndex: 1 };
    onUserMessage(given.conversation, { ...data, files: [file(1)] });
    expect(questionsOf(given)).toMatchObject([{ content: 'See', files: [file(1)] }]);
  });

  it('stays the same object when the history is read again, and changes when a file was removed', async () => {
    const given = givenConversation([welcome, message(1, { files: [file(1)] }), message(2)]);
    const [before] = questionsOf(given);
    const page = (change: Partial<FileInfo>) => ({
      messages: [welcome, message(1, { files: [file(1, change)] }), message(2)],
      olderThan: undefined,
    });
    given.readHistory.mockResolvedValue(page({}));
    await given.conversation.history.catchUp();
    expect(questionsOf(given)[0]).toBe(before);
    given.readHistory.mockResolvedValue(page({ isRemoved: true }));
    await given.conversation.history.catchUp();
    expect(questionsOf(given)[0]?.files).toEqual([file(1, { isRemoved: true })]);
  });

  it('shows a file that the user removes as removed', () => {
    const given = givenConversation([welcome, message(1, { files: [file(1), file(2)] }), message(2)]);
    given.conversation.actions.fileRemoved(file(1).fileId);
    expect(questionsOf(given)[0]?.files?.map(({ isRemoved }) => isRemoved)).toEqual([true, undefined]);
  });

  it('shows a file that another device removes as removed, at once', () => {
    const given = givenConversation([welcome, message(1, { files: [file(1), file(2)] }), message(2)]);
    const data = { chatId: 'chat', messageIndex: 1, fileId: file(2).fileId };
    given.conversation.receive({ type: 'fileRemoved', data });
    expect(questionsOf(given)).toMatchObject([{ files: [file(1), { ...file(2), isRemoved: true }] }]);
  });

  type Given = ReturnType<typeof givenConversation>;
  const removed = { chatId: 'chat', messageIndex: 1, fileId: file(1).fileId };
  it.each([
    [
      'by another device',
      (given: Given) => given.conversation.receive({ type: 'fileRemoved', data: removed }),
    ],
    ['by the user', (given: Given) => given.conversation.actions.fileRemoved(removed.fileId)],
  ])('shows it as removed again after a page that was requested before the removal %s', async (_, remove) => {
    const page = (change: Partial<FileInfo>) => ({
      messages: [welcome, message(1, { files: [file(1, change)] }), message(2)],
      olderThan: undefined,
    });
    const given = givenConversation(page({}).messages);
    const { promise, resolve } = Promise.withResolvers<HistoryPage>();
    given.readHistory.mockReturnValueOnce(promise).mockResolvedValue(page({ isRemoved: true }));
    const caughtUp = given.conversation.history.catchUp();
    remove(given);
    resolve(page({}));
    await caughtUp;
    given.conversation.history.checkStalled(60_000);
    await settled();
    expect(questionsOf(given)[0]?.files).toEqual([file(1, { isRemoved: true })]);
  });
});
