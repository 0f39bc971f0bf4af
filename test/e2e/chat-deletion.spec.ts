/** Deleting chats, and taking it back. */
import { composer, expect, expectAccessible, send, test } from './fixtures.ts';
import { addChat, links, notices, pick } from './sidebar.ts';

// A chat that is deleted while its history is still being read: the browser reports that it was not found.
test.beforeEach(({ expectedErrors }) => void expectedErrors.push(/404/));

test.describe('deleting a chat', () => {
  test('it goes at once, and Undo brings it back where it was', async ({ chat, stack, user }) => {
    await addChat(chat, 'Second');
    await addChat(chat, 'Third');
    await pick(chat, 'Second', 'Delete');
    await expect(links(chat)).toHaveText([/^Third/, /^Chat 1/]);
    await expect(notices(chat)).toContainText('Chat deleted');
    await expectAccessible(chat);
    await expect.poll(async () => (await stack.chats(user)).length).toBe(2);
    await notices(chat).getByRole('button', { name: 'Undo' }).click();
    await expect(links(chat)).toHaveText([/^Third/, /^Second/, /^Chat 1/]);
    await expect(notices(chat)).toHaveText('');
    await expect
      .poll(async () => (await stack.chats(user)).map(({ name }) => name))
      .toEqual(['Third', 'Second', 'Chat 1']);
  });

  test('by keyboard: the focus goes to the next chat, and Tab leads to Undo', async ({ chat }) => {
    await addChat(chat, 'Second');
    await chat.getByRole('button', { name: 'Chat options: Chat 1' }).focus();
    await chat.keyboard.press('Enter');
    await expect(chat.getByRole('menuitem', { name: 'Rename' })).toBeFocused();
    await chat.keyboard.press('ArrowUp');
    await chat.keyboard.press('Enter');
    await expect(links(chat)).toHaveText([/^Second/]);
    await expect(links(chat).first()).toBeFocused();
    const undo = notices(chat).getByRole('button', { name: 'Undo' });
    await expect(undo).toBeVisible();
    for (let i = 0; i < 20 && !(await undo.evaluate((button) => button.matches(':focus'))); i += 1)
      await chat.keyboard.press('Tab');
    await expect(undo).toBeFocused();
    await chat.keyboard.press('Enter');
    await expect(links(chat)).toHaveText([/^Second/, /^Chat 1/]);
  });

  test('the open chat: the newest other one opens, and Undo returns to it', async ({ chat }) => {
    await addChat(chat, 'Second');
    await send(chat, 'Keep this');
    await expect(chat.getByRole('log').getByText('A plain reply.')).toBeVisible();
    const second = chat.url();
    await pick(chat, 'Second', 'Delete');
    await expect(chat).toHaveTitle(/^Chat 1 · /);
    await notices(chat).getByRole('button', { name: 'Undo' }).click();
    await expect(chat).toHaveURL(second);
    await expect(chat.getByRole('log').getByText('Keep this')).toBeVisible();
  });

  test('the only chat: a new one is created', async ({ chat, stack, user }) => {
    await pick(chat, 'Chat 1', 'Delete');
    await expect(composer(chat)).toBeVisible();
    await expect(links(chat)).toHaveCount(1);
    await expect.poll(async () => (await stack.chats(user)).length).toBe(1);
  });

  test('a deletion that fails puts the chat back and says so', async ({ chat, expectedErrors }) => {
    expectedErrors.push(/Failed to load resource/);
    await chat.route(/\/api\/chats\/[\w-]+$/, (route) => route.fulfill({ status: 500, json: {} }));
    await addChat(chat, 'Second');
    await pick(chat, 'Chat 1', 'Delete');
    await expect(notices(chat)).toContainText('The chat could not be deleted. It is back in your list.');
    await expect(links(chat)).toHaveText([/^Second/, /^Chat 1/]);
    await notices(chat).getByRole('button', { name: 'Dismiss' }).click();
    await expect(notices(chat)).toHaveText('');
  });

  test('the offer to undo ends, but not while it is being looked at', async ({ chat }) => {
    await chat.clock.install();
    await addChat(chat, 'Second');
    await pick(chat, 'Chat 1', 'Delete');
    await notices(chat).getByText('Chat deleted').hover();
    await chat.clock.runFor(60_000);
    await expect(notices(chat)).toContainText('Chat deleted');
    await composer(chat).hover();
    await chat.clock.runFor(9_000);
    await expect(notices(chat)).toContainText('Chat deleted');
    await chat.clock.runFor(1_500);
    await expect(notices(chat)).toHaveText('');
  });
});
