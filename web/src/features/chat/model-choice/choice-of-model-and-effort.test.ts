import { expect, it, vi } from 'vitest';
import type { Chat } from '#contract/entities';
import { AppError } from '#contract/error-codes';
import { ChatList } from '../state/chats/chat-list.ts';
import { choiceOf, chooseForChat, setEffortOfChat } from './choice-of-model-and-effort.ts';
import { Catalogue } from './model-catalogue.ts';

const model = (id: string, isLocked = false) => ({ id, displayName: id, goodAt: 'everything', isLocked });
/** Models and efforts that the server offers. */
const known = (...models: ReturnType<typeof model>[]) => ({ models, efforts: ['quick' as const] });
const failure = () => Promise.reject(new AppError('internal'));

async function givenList(chat: Partial<Chat> = {}): Promise<ChatList> {
  const stored = { chatId: 'a', name: 'A', createdAt: '2026-01-01T00:00:00.000Z', ...chat };
  const list = new ChatList({ readPage: async () => ({ chats: [stored] }) });
  await list.load();
  return list;
}

it('the model chosen for the next message overrides the chat’s model', () => {
  expect(choiceOf(undefined, undefined)).toEqual({ model: undefined, isForChat: false });
  expect(choiceOf(undefined, 'claude')).toEqual({ model: 'claude', isForChat: true });
  expect(choiceOf('deepseek', 'claude')).toEqual({ model: 'deepseek', isForChat: false });
});

it('the choice for a chat is on screen at once', async () => {
  const list = await givenList();
  const saved = vi.fn(async () => undefined);
  const saving = chooseForChat(list, 'a', 'claude', saved);
  expect(list.find('a')?.model).toBe('claude');
  await saving;
  expect(saved).toHaveBeenCalledWith('a', 'claude');
});

it('the effort for a chat is on screen at once, beside its model, and reverted if it cannot be saved', async () => {
  const list = await givenList({ model: 'claude', effort: 'balanced' });
  const saving = setEffortOfChat(list, 'a', 'quick', failure);
  expect(list.find('a')).toMatchObject({ model: 'claude', effort: 'quick' });
  await expect(saving).rejects.toThrow();
  expect(list.find('a')).toMatchObject({ model: 'claude', effort: 'balanced' });
});

it('a choice that cannot be saved is reverted, unless another was made meanwhile', async () => {
  const list = await givenList({ model: 'deepseek' });
  await expect(chooseForChat(list, 'a', 'claude', failure)).rejects.toThrow();
  expect(list.find('a')?.model).toBe('deepseek');
  const failing = chooseForChat(list, 'a', 'claude', failure);
  list.change('a', { model: 'chatgpt' });
  await expect(failing).rejects.toThrow();
  expect(list.find('a')?.model).toBe('chatgpt');
});

it('two choices that both fail leave the model that the server has', async () => {
  const list = await givenList({ model: 'deepseek' });
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const choices = [
    chooseForChat(list, 'a', 'claude', () => first.promise),
    chooseForChat(list, 'a', 'chatgpt', () => second.promise),
  ];
  first.reject(new AppError('internal'));
  await expect(choices[0]).rejects.toThrow();
  expect(list.find('a')?.model).toBe('chatgpt');
  second.reject(new AppError('internal'));
  await expect(choices[1]).rejects.toThrow();
  expect(list.find('a')?.model).toBe('deepseek');
});

it('the catalogue keeps its models when a read fails, and takes new ones from the next read', async () => {
  const read = vi.fn(async () => known(model('claude', true)));
  const catalogue = new Catalogue('ada@example.com', read);
  await catalogue.refresh();
  expect(catalogue.state.get()).toEqual({ phase: 'ready', ...known(model('claude', true)) });
  read.mockImplementationOnce(failure);
  await catalogue.refresh();
  expect(catalogue.state.get()).toEqual({ phase: 'ready', ...known(model('claude', true)) });
  read.mockImplementationOnce(async () => known(model('claude')));
  await catalogue.refresh();
  expect(catalogue.state.get().models).toEqual([model('claude')]);
});

it('refreshes during a read of the catalogue cause one more read: the plan may have changed since', async () => {
  const first = Promise.withResolvers<ReturnType<typeof known>>();
  const read = vi.fn(() => first.promise);
  const catalogue = new Catalogue('ada@example.com', read);
  const reads = [catalogue.refresh(), catalogue.refresh(), catalogue.refresh()];
  read.mockImplementation(async () => known(model('claude')));
  first.resolve(known(model('claude', true)));
  await Promise.all(reads);
  expect(read).toHaveBeenCalledTimes(2);
  expect(catalogue.state.get().models).toEqual([model('claude')]);
});

it('a catalogue whose first read failed is marked as failed, and can be read again', async () => {
  const read = vi.fn(failure);
  const catalogue = new Catalogue('ada@example.com', read);
  await catalogue.refresh();
  expect(catalogue.state.get().phase).toBe('failed');
  const again = catalogue.refresh();
  expect(catalogue.state.get().phase).toBe('loading');
  await again;
  expect(catalogue.state.get().phase).toBe('failed');
});
