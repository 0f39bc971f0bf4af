import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Chat } from '#contract/entities';
import { AppError } from '#contract/error-codes';
import { ChatList } from './chat-list.ts';
import { ChatDeletion } from './deletions-and-notices.ts';

const chat = (n: number): Chat => ({
  chatId: `chat-${n}`,
  name: `Chat ${n}`,
  createdAt: `2026-01-0${n}T00:00:00.000Z`,
});

/** Three chats, of which the second is open. */
async function givenDeletion() {
  const list = new ChatList({ readPage: async () => ({ chats: [chat(3), chat(2), chat(1)] }) });
  await list.load();
  const deleted = Promise.withResolvers<void>();
  const deleteChat = vi.fn(() => deleted.promise);
  const restoreChat = vi.fn(async () => chat(2));
  const close = vi.fn((chatId: string) => chatId === 'chat-2');
  const onFinal = vi.fn();
  const deletion = new ChatDeletion(list, { deleteChat, restoreChat, close, onFinal });
  const names = () => list.state.get().chats.map(({ name }) => name);
  const notices = () => deletion.notices.get().map(({ kind, chat: { name } }) => `${kind} ${name}`);
  return { deletion, list, deleted, deleteChat, restoreChat, close, onFinal, names, notices };
}

const ALL = ['Chat 3', 'Chat 2', 'Chat 1'];
const WITHOUT = ['Chat 3', 'Chat 1'];

afterEach(() => void vi.restoreAllMocks());
const givenSilence = () => vi.spyOn(console, 'warn').mockImplementation(() => undefined);

describe('deleting a chat', () => {
  it('removes the chat from the list at once, closes it, and offers Undo', async () => {
    const { deletion, deleteChat, close, names, notices } = await givenDeletion();
    void deletion.delete('chat-2');
    expect(names()).toEqual(WITHOUT);
    expect(notices()).toEqual(['deleted Chat 2']);
    expect(deletion.notices.get()[0]?.wasOpen).toBe(true);
    expect(close).toHaveBeenCalledWith('chat-2', true);
    expect(deleteChat).toHaveBeenCalledExactlyOnceWith('chat-2');
  });

  it('puts the chat back when the server fails, and says so', async () => {
    givenSilence();
    const { deletion, deleted, names, notices } = await givenDeletion();
    const deleting = deletion.delete('chat-2');
    deleted.reject(new AppError('internal'));
    await deleting;
    expect(names()).toEqual(ALL);
    expect(notices()).toEqual(['deleteFailed Chat 2']);
  });

  it('leaves the chat deleted when the request fails after the server’s event of the deletion', async () => {
    givenSilence();
    const { deletion, deleted, restoreChat, close, names, notices } = await givenDeletion();
    const deleting = deletion.delete('chat-2');
    close.mockReturnValue(false);
    deletion.onDeleted('chat-2');
    deleted.reject(new TypeError('Failed to fetch'));
    await deleting;
    expect([names(), notices()]).toEqual([WITHOUT, ['deleted Chat 2']]);
    expect(await deletion.undo('chat-2')).toBe(true);
    expect(restoreChat).toHaveBeenCalledExactlyOnceWith('chat-2');
  });

  it('puts the chat back when a second deletion fails, although the first has succeeded', async () => {
    givenSilence();
    const { deletion, deleted, deleteChat, names, notices } = await givenDeletion();
    void deletion.delete('chat-2');
    const undoing = deletion.undo('chat-2');
    deleteChat.mockRejectedValueOnce(new AppError('internal'));
    const second = deletion.delete('chat-2');
    deleted.resolve();
    await Promise.all([undoing, second]);
    expect([names(), notices()]).toEqual([ALL, ['deleteFailed Chat 2']]);
  });

  it('keeps the chat out of a page that was read before the server had deleted it', async () => {
    const { deletion, list, deleted, names } = await givenDeletion();
    const deleting = deletion.delete('chat-2');
    await list.load();
    expect(names()).toEqual(WITHOUT);
    const late = list.load();
    deleted.resolve();
    await Promise.all([deleting, late]);
    expect(names()).toEqual(WITHOUT);
    // Another device has restored it.
    await list.load();
    expect(names()).toEqual(ALL);
  });

  it('treats a chat that the server no longer has as deleted', async () => {
    givenSilence();
    const { deletion, deleted, names } = await givenDeletion();
    const deleting = deletion.delete('chat-2');
    deleted.reject(new AppError('chat_not_found'));
    await deleting;
    expect(names()).toEqual(WITHOUT);
  });
});

describe('a deletion is final', () => {
  it('when its notice is dismissed and the server has answered', async () => {
    const { deletion, deleted, onFinal } = await givenDeletion();
    const deleting = deletion.delete('chat-2');
    deletion.dismiss('chat-2');
    expect(onFinal).not.toHaveBeenCalled();
    deleted.resolve();
    await deleting;
    expect(onFinal.mock.calls).toEqual([['chat-2']]);
  });

  it('not when it is undone, fails, or another device restores the chat', async () => {
    givenSilence();
    for (const end of ['undo', 'fail', 'restore'] as const) {
      const { deletion, deleted, onFinal } = await givenDeletion();
      const deleting = deletion.delete('chat-2');
      const undoing = end === 'undo' ? deletion.undo('chat-2') : undefined;
      if (end === 'restore') deletion.onCreated(chat(2));
      deletion.dismiss('chat-2');
      if (end === 'fail') deleted.reject(new AppError('internal'));
      else deleted.resolve();
      await Promise.all([deleting, undoing]);
      expect(onFinal).not.toHaveBeenCalled();
    }
  });
});

describe('a later notice about a chat that was deleted and restored elsewhere', () => {
  it.each(['before', 'after'])(
    'leaves the chat as it is, where it is dismissed %s the server has answered the deletion',
    async (when) => {
      const { deletion, deleted, onFinal } = await givenDeletion();
      const deleting = deletion.delete('chat-2');
      if (when === 'after') deleted.resolve();
      deletion.onCreated(chat(2));
      deletion.notify('archived', { chat: chat(2), wasOpen: false });
      deletion.dismiss('chat-2');
      deleted.resolve();
      await deleting;
      expect(deletion.notices.get()).toEqual([]);
      expect(onFinal).not.toHaveBeenCalled();
    },
  );

  it('leaves the chat as it is, too, when no frame told of the restoration', async () => {
    const { deletion, list, deleted, onFinal } = await givenDeletion();
    const deleting = deletion.delete('chat-2');
    deleted.resolve();
    await deleting;
    await list.load();
    deletion.notify('archived', { chat: chat(2), wasOpen: false });
    deletion.dismiss('chat-2');
    await Promise.resolve();
    expect(onFinal).not.toHaveBeenCalled();
  });
});

describe('undoing a deletion', () => {
  it('puts the chat back where it was at once, and restores it after the deletion', async () => {
    const { deletion, deleted, restoreChat, names, notices } = await givenDeletion();
    void deletion.delete('chat-2');
    const undoing = deletion.undo('chat-2');
    expect(names()).toEqual(ALL);
    expect(notices()).toEqual([]);
    expect(restoreChat).not.toHaveBeenCalled();
    deleted.resolve();
    expect(await undoing).toBe(true);
    expect(restoreChat).toHaveBeenCalledExactlyOnceWith('chat-2');
  });

  it.each(['succeeds', 'fails'])(
    'leaves the chat deleted if the user deletes it again before the restore %s',
    async (end) => {
      if (end === 'fails') givenSilence();
      const { deletion, deleted, deleteChat, restoreChat, names, notices } = await givenDeletion();
      void deletion.delete('chat-2');
      const restored = Promise.withResolvers<Chat>();
      restoreChat.mockReturnValueOnce(restored.promise);
      const undoing = deletion.undo('chat-2');
      deleted.resolve();
      const second = deletion.delete('chat-2');
      await vi.waitFor(() => expect(restoreChat).toHaveBeenCalledOnce());
      expect(deleteChat).toHaveBeenCalledOnce();
      if (end === 'succeeds') restored.resolve(chat(2));
      else restored.reject(new AppError('internal'));
      expect(await undoing).toBe(false);
      await second;
      expect(deleteChat).toHaveBeenCalledTimes(2);
      expect([names(), notices()]).toEqual([WITHOUT, ['deleted Chat 2']]);
      expect(await deletion.undo('chat-2')).toBe(true);
      expect(names()).toEqual(ALL);
    },
  );

  it('is not reverted by the server’s event of the deletion', async () => {
    const { deletion, deleted, names } = await givenDeletion();
    void deletion.delete('chat-2');
    const undoing = deletion.undo('chat-2');
    deletion.onDeleted('chat-2');
    expect(names()).toEqual(ALL);
    deleted.resolve();
    await undoing;
    expect(names()).toEqual(ALL);
    deletion.onDeleted('chat-2');
    expect(names()).toEqual(WITHOUT);
  });

  it.each([
    ['the answer to the deletion is lost', new TypeError('Failed to fetch')],
    ['the server fails after it has deleted the chat', new AppError('internal')],
  ])('restores the chat, too, where %s', async (_, failure) => {
    givenSilence();
    const { deletion, deleted, restoreChat, names, notices } = await givenDeletion();
    void deletion.delete('chat-2');
    const undoing = deletion.undo('chat-2');
    deleted.reject(failure);
    expect(await undoing).toBe(true);
    expect(restoreChat).toHaveBeenCalledExactlyOnceWith('chat-2');
    expect(names()).toEqual(ALL);
    expect(notices()).toEqual([]);
  });

  it('leaves the chat in the list where both requests fail, for example without a connection', async () => {
    givenSilence();
    const { deletion, list, deleted, restoreChat, close, names, notices } = await givenDeletion();
    void deletion.delete('chat-2');
    const undoing = deletion.undo('chat-2');
    restoreChat.mockRejectedValueOnce(new TypeError('Failed to fetch'));
    deleted.reject(new TypeError('Failed to fetch'));
    expect(await undoing).toBe(true);
    expect([names(), notices()]).toEqual([ALL, []]);
    expect(list.isDeleted('chat-2')).toBe(false);
    expect(close).toHaveBeenCalledOnce();
    deletion.onDeleted('chat-2');
    expect(names()).toEqual(WITHOUT);
  });

  it('says that it failed where both requests fail after the server’s event of the deletion', async () => {
    givenSilence();
    const { deletion, deleted, restoreChat, names, notices } = await givenDeletion();
    void deletion.delete('chat-2');
    const undoing = deletion.undo('chat-2');
    deletion.onDeleted('chat-2');
    restoreChat.mockRejectedValueOnce(new TypeError('Failed to fetch'));
    deleted.reject(new TypeError('Failed to fetch'));
    expect(await undoing).toBe(false);
    expect([names(), notices()]).toEqual([WITHOUT, ['restoreFailed Chat 2']]);
  });

  it('says when it fails, and can be tried again', async () => {
    givenSilence();
    const { deletion, deleted, restoreChat, names, notices } = await givenDeletion();
    void deletion.delete('chat-2');
    deleted.resolve();
    restoreChat.mockRejectedValueOnce(new AppError('internal'));
    expect(await deletion.undo('chat-2')).toBe(false);
    expect(names()).toEqual(WITHOUT);
    expect(notices()).toEqual(['restoreFailed Chat 2']);
    expect(await deletion.undo('chat-2')).toBe(true);
    expect(names()).toEqual(ALL);
  });
});

describe('another tab or device', () => {
  it('deletes a chat: a notice is shown only when that chat was open', async () => {
    const { deletion, close, names, notices } = await givenDeletion();
    deletion.onDeleted('chat-3');
    expect(names()).toEqual(['Chat 2', 'Chat 1']);
    expect(notices()).toEqual([]);
    deletion.onDeleted('chat-2');
    expect(names()).toEqual(['Chat 1']);
    expect(notices()).toEqual(['deletedElsewhere Chat 2']);
    expect(close).toHaveBeenLastCalledWith('chat-2', false);
  });

  it('restores a chat: the notice of its deletion disappears', async () => {
    const { deletion, names, notices } = await givenDeletion();
    void deletion.delete('chat-2');
    deletion.onCreated(chat(2));
    expect(names()).toEqual(ALL);
    expect(notices()).toEqual([]);
  });
});
