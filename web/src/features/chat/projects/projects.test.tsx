/** Projects on the screen: the section of the sidebar, its menus and dialogs, moving chats, failures, other devices. */
import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { Project } from '#contract/entities';
import { expectAccessible } from '../../../../../test/components/accessible.ts';
import { address, reopenApp } from '../../../../../test/components/app.tsx';
import {
  expectCount,
  expectTexts,
  focusOn,
  narrow,
  press,
  setTextSize,
} from '../../../../../test/components/browser.ts';
import { link, newChat, notices, openChat, openMenu } from '../../../../../test/components/chat-screen.ts';
import { server, startChats } from '../../../../../test/components/chats.ts';
import { expectOnConsole } from '../../../../../test/components/console.ts';
import { answer, asked, held, refuse, unreachable } from '../../../../../test/components/server.ts';
import { push } from '../../../../../test/components/socket.ts';

startChats();

const ID = '00000000-0000-4000-8000-00000000000';
const AT = '2026-02-01T00:00:00.000Z';
const project = (n: number, name: string, more: Partial<Project> = {}): Project => ({
  ...{ projectId: `${ID}${n}`, name, createdAt: AT },
  ...more,
});
const HOUSE = project(1, 'House', { emoji: '🏠', color: 'teal' });
const TRIP = project(2, 'Trip');
const section = page.getByRole('list', { name: 'Projects', exact: true });
const disclosure = (name: string) => section.getByRole('button', { name, exact: true });
const chatsOf = (name: string) => page.getByRole('list', { name: `Chats in ${name}` }).getByRole('link');
const menuOf = async (name: string, action: string) => {
  await disclosure(name).hover();
  await page.getByRole('button', { name: `Project options: ${name}` }).click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
};
const moveChat = async (chat: string) => {
  await link(chat).first().hover();
  await page.getByRole('button', { name: `Chat options: ${chat}` }).click();
  await page.getByRole('menuitem', { name: 'Move to project', exact: true }).click();
};

beforeEach(() => {
  server.givenChats(3);
  server.projects = [HOUSE, TRIP];
});

it('a chat is moved by its menu and shown in the opened project; a move that fails is reverted', async () => {
  await openChat();
  await moveChat('Stored chat 2');
  answer('setChatProject', ({ input }) => server.move(input.chatId, HOUSE.projectId));
  await page.getByRole('dialog').getByRole('button', { name: 'House' }).click();
  await disclosure('House').click();
  await expectTexts(chatsOf('House'), [/^Stored chat 2/]);
  await expectAccessible();
  expect(asked('setChatProject').map(({ body }) => body)).toEqual([{ projectId: HOUSE.projectId }]);
  answer('setChatProject', unreachable());
  await moveChat('Stored chat 3');
  await page.getByRole('dialog').getByRole('button', { name: 'House' }).click();
  await expect.element(page.getByText('The chat could not be moved.')).toBeVisible();
  await expectCount(chatsOf('House'), 1);
  expectOnConsole(/could not be moved/);
});

it('a chat that another device deletes while its dialog is open is not moved, and the notice says so', async () => {
  answer('setChatProject', refuse('chat_not_found'));
  await openChat();
  await moveChat('Stored chat 2');
  await page.getByRole('dialog').getByRole('button', { name: 'House' }).click();
  await expect
    .element(notices)
    .toMatchTextContent('This chat was deleted in another tab or on another device.Stored chat 2');
  expectOnConsole(/could not be moved/);
});

it('the dialog to move a chat shows a move on another device, and the chat can be moved back', async () => {
  const chat = server.chats[1] ?? expect.fail('no chat');
  server.move(chat.chatId, TRIP.projectId);
  await openChat();
  await moveChat('Stored chat 2');
  const target = page.getByRole('dialog').getByRole('button', { name: 'Trip' });
  await expect.element(target).toHaveAttribute('aria-current', 'true');
  push({ type: 'chatChanged', data: { ...chat, projectId: undefined } });
  await expect.element(target).toHaveAttribute('aria-current', 'false');
  answer('setChatProject', ({ input }) => server.move(input.chatId, TRIP.projectId));
  await target.click();
  await expect
    .poll(() => asked('setChatProject').map(({ body }) => body))
    .toEqual([{ projectId: TRIP.projectId }]);
});

it('chats that another device moves into an opened project and out of it join and leave its list', async () => {
  await openChat();
  await disclosure('House').click();
  const none = section.getByText('No chats yet.');
  await expect.element(none).toBeVisible();
  const tell = (projectId: string | undefined) => {
    for (const at of [2, 0]) {
      const { chatId, name, createdAt } = server.chats[at] ?? expect.fail('no chat');
      push({ type: 'chatChanged', data: { chatId, name, createdAt, ...(projectId && { projectId }) } });
    }
  };
  tell(HOUSE.projectId);
  await expectTexts(chatsOf('House'), [/^Stored chat 3/, /^Stored chat 1/]);
  tell(undefined);
  await expect.element(none).toBeVisible();
  await expectCount(chatsOf('House'), 0);
});

it('on a phone, a chat is moved into a project, and stays in the list when the project is deleted', async () => {
  const home = project(3, 'בית 🏠');
  server.projects = [home];
  answer('setChatProject', ({ input }) => server.move(input.chatId, home.projectId));
  answer('deleteProject', () => {
    server.projects = [];
    server.move(server.chats[1]?.chatId, null);
    return { projectId: home.projectId };
  });
  await narrow();
  await openChat();
  await openMenu.click();
  await moveChat('Stored chat 2');
  const target = page.getByRole('dialog').getByRole('button', { name: home.name });
  await expect.element(target).toBeVisible();
  await expectAccessible();
  await target.click();
  await disclosure(home.name).click();
  await expectTexts(chatsOf(home.name), [/^Stored chat 2/]);
  await expectAccessible();
  await menuOf(home.name, 'Delete');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expectCount(section, 0);
  await expect.element(link('Stored chat 2')).toBeVisible();
  await reopenApp();
  await openMenu.click();
  await expect.element(link('Stored chat 2')).toBeVisible();
});

it('while a chat is being created, a click on a chat of an opened project does not switch to it', async () => {
  server.move(server.chats[1]?.chatId, TRIP.projectId);
  await openChat();
  await disclosure('Trip').click();
  const before = address();
  server.holdFrames('initChat');
  await newChat.click();
  await expect.element(newChat).toBeDisabled();
  await chatsOf('Trip').click();
  expect(address()).toBe(before);
  server.accept('initChat');
  await expect.element(link('Chat 5')).toHaveAttribute('aria-current', 'page');
});

it('a chat that is deleted or archived in a project leaves the focus on the row beside it', async () => {
  for (const { chatId } of server.chats.slice(0, 2)) server.move(chatId, TRIP.projectId);
  await openChat(`/chat/${server.chats[2]?.chatId}`);
  await disclosure('Trip').click();
  await expectTexts(chatsOf('Trip'), [/^Stored chat 3/, /^Stored chat 2/]);
  const pick = async (action: string) => {
    const menu = page.getByRole('list', { name: 'Chats in Trip' }).getByRole('button').first();
    await focusOn(menu);
    await press('{Enter}');
    await expect.element(page.getByRole('menuitem', { name: 'Rename' })).toHaveFocus();
    await focusOn(page.getByRole('menuitem', { name: action }));
    await press('{Enter}');
  };
  await pick('Delete');
  await expectTexts(chatsOf('Trip'), [/^Stored chat 2/]);
  await expect.element(chatsOf('Trip').first()).toHaveFocus();
  // The list of all chats begins with the same chat, which is archived there, too. The focus must skip that row.
  await pick('Archive');
  await expectCount(chatsOf('Trip'), 0);
  await expect.element(link('Stored chat 1')).toHaveFocus();
});

it('an old pinned chat is not listed in its project before the pages down to it have been read', async () => {
  server.chats = [];
  server.givenChats(60);
  const ids = server.chats.map(({ chatId }) => chatId);
  for (const at of [0, 1, -1]) server.move(ids.at(at), TRIP.projectId);
  Object.assign(server.chats.at(-1) ?? expect.fail('no chat'), { pinnedAt: AT });
  await openChat();
  const chats = server.chats.slice(0, 1);
  answer('getChats', refuse('internal'));
  await disclosure('Trip').click();
  await expect.element(section.getByRole('alert')).toBeVisible();
  await expectTexts(chatsOf('Trip'), [/^Stored chat 60/, /^Stored chat 59/]);
  answer('getChats', { chats, projects: server.projects, nextCursor: ids[0] ?? '' });
  await section.getByRole('button', { name: 'Retry' }).click();
  await expect.element(section.getByRole('button', { name: 'Show older chats' })).toBeVisible();
  await expect.element(disclosure('Trip')).toHaveFocus();
  await expectTexts(chatsOf('Trip'), [/^Stored chat 60/, /^Stored chat 59/]);
  answer('getChats', { chats: server.chats.slice(-1), projects: server.projects });
  const older = section.getByRole('button', { name: 'Show older chats' });
  await focusOn(older);
  await press('{Enter}');
  await expectTexts(chatsOf('Trip'), [/^Stored chat 60/, /^Stored chat 59/, /^Stored chat 1/]);
  await expectCount(older, 0);
  await expect.element(disclosure('Trip')).toHaveFocus();
});

it('a dialog that must scroll gives the focus to its first field', async () => {
  await page.viewport(960, 300);
  await openChat();
  await page.getByRole('button', { name: 'New project' }).click();
  await expect.element(page.getByLabelText('Name')).toHaveFocus();
  const body = page.getByCss('dialog form').element();
  expect(body.scrollHeight).toBeGreaterThan(body.clientHeight);
  await expectAccessible();
});

it.each([
  [320, 16],
  [320, 20],
  [390, 32],
])('%i pixels wide with text of %i pixels, the dialog of a project fits', async (width, textSize) => {
  await openChat();
  await page.viewport(width, 844);
  setTextSize(textSize);
  await openMenu.click();
  await page.getByRole('button', { name: 'New project' }).click();
  const colors = page.getByRole('group', { name: 'Colour' });
  await expect.element(colors).toBeInViewport();
  const { scrollWidth, clientWidth } = page.getByCss('dialog h2').element().parentElement ?? expect.fail();
  expect(scrollWidth).toBe(clientWidth);
  const choices = colors.getByCss('label').elements();
  expect(choices[0]?.clientWidth).toBeGreaterThanOrEqual(2.5 * textSize);
  const [first, second] = choices.map((choice) => choice.getBoundingClientRect());
  expect(second?.left).toBeGreaterThanOrEqual(first?.right ?? Number.NaN);
});

it('a project is created with name and emoji, and a missing name is reported', async () => {
  answer('createProject', project(3, 'Garden', { emoji: '🌱', color: 'green' }));
  await openChat();
  await page.getByRole('button', { name: 'New project' }).click();
  const dialog = page.getByRole('dialog', { name: 'New project' });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.element(dialog.getByText('Give the project a name.')).toBeVisible();
  await dialog.getByLabelText('Name').fill('Garden');
  await dialog.getByLabelText('Emoji (optional)').fill('🌱');
  await dialog.getByRole('radio', { name: 'Green' }).click();
  await expectAccessible();
  await press('{Enter}');
  await expect.element(disclosure('Garden')).toBeVisible();
  expect(asked('createProject').map(({ body }) => body)).toMatchObject([
    { name: 'Garden', emoji: '🌱', color: 'green' },
  ]);
});

it('projects are moved up, given instructions, and deleted after a confirmation that says that the chats stay', async () => {
  answer('orderProjects', { projectIds: [TRIP.projectId, HOUSE.projectId] });
  answer('getProjectInstructions', { text: 'Be brief.' });
  answer('setProjectInstructions', { text: 'Be long.' });
  answer('deleteProject', { projectId: TRIP.projectId });
  await openChat();
  await menuOf('Trip', 'Move up');
  await expectTexts(section.getByRole('button', { expanded: false }), [/Trip/, /^$/, /House/, /^$/]);
  await menuOf('Trip', 'Instructions');
  const text = page.getByRole('textbox', { name: 'Instructions' });
  await expect.element(text).toHaveValue('Be brief.');
  await text.fill('Be long.');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expectCount(page.getByRole('dialog'), 0);
  expect(asked('setProjectInstructions').map(({ body }) => body)).toEqual([{ text: 'Be long.' }]);
  await menuOf('Trip', 'Delete');
  await expect.element(page.getByText('Its chats stay in your list.')).toBeVisible();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expectCount(disclosure('Trip'), 0);
});

it('after a retry of instructions that could not be loaded, the title of the dialog has the focus', async () => {
  answer('getProjectInstructions', unreachable());
  await openChat();
  await menuOf('Trip', 'Instructions');
  const dialog = page.getByRole('dialog');
  await expect.element(dialog.getByRole('alert')).toBeVisible();
  answer('getProjectInstructions', { text: 'Be brief.' });
  await dialog.getByRole('button', { name: 'Retry' }).click();
  await expect.element(dialog.getByRole('textbox')).toHaveValue('Be brief.');
  await expect.element(dialog.getByRole('heading')).toHaveFocus();
});

it('a save that succeeds after its dialog was closed leaves a dialog opened since as it is', async () => {
  await openChat();
  const name = page.getByRole('dialog').getByLabelText('Name');
  const saving = held('updateProject', { ...TRIP, name: 'Journey' });
  await menuOf('Trip', 'Rename');
  await name.fill('Journey');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await press('{Escape}');
  await expectCount(page.getByRole('dialog'), 0);
  await menuOf('House', 'Rename');
  await name.fill('Home');
  await saving.release();
  await expect.element(name).toHaveValue('Home');
  await press('{Escape}');
  await expect.element(disclosure('Journey')).toBeVisible();
});

it('a project that another device deletes while its dialog is open is not created again, and the dialog says so', async () => {
  answer('createProject', TRIP);
  answer('updateProject', refuse('project_not_found'));
  await openChat();
  await menuOf('Trip', 'Rename');
  push({ type: 'projectDeleted', data: { projectId: TRIP.projectId } });
  await expectCount(page.getByCss(`[data-project="${TRIP.projectId}"]`), 0);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect
    .element(dialog.getByRole('alert'))
    .toMatchTextContent('This project was deleted in another tab or on another device.');
  expect(asked('createProject')).toEqual([]);
});

it('the dialog of a project changes only the fields that the user has changed', async () => {
  answer('updateProject', { ...HOUSE, name: 'Home', color: 'pink' });
  await openChat();
  await menuOf('House', 'Rename');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: 'Pink' }).click();
  push({ type: 'projectChanged', data: { ...HOUSE, name: 'Home', color: 'red' } });
  await expect.element(page.getByCss(`[data-project="${HOUSE.projectId}"]`)).toMatchTextContent('Home');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expectCount(dialog, 0);
  expect(asked('updateProject').map(({ body }) => body)).toEqual([
    { name: 'Home', emoji: HOUSE.emoji, color: 'pink' },
  ]);
});

it('two quick moves of a project reach the server in their order, also where the first fails', async () => {
  server.projects = [HOUSE, TRIP, project(3, 'Garden')];
  await openChat();
  const first = held('orderProjects', refuse('internal'));
  await menuOf('Garden', 'Move up');
  await menuOf('Garden', 'Move up');
  expect(asked('orderProjects')).toHaveLength(1);
  const order = [`${ID}3`, `${ID}1`, `${ID}2`];
  const releasing = first.release();
  answer('orderProjects', { projectIds: order });
  await releasing;
  await expect.poll(() => asked('orderProjects').at(-1)?.body).toEqual({ projectIds: order });
  await expectTexts(section.getByRole('button', { name: /^.?(House|Trip|Garden)$/ }), [
    /Garden/,
    /House/,
    /Trip/,
  ]);
  expectOnConsole(/could not be put in order/);
});

it('a move of a project that fails is reverted, with a notice', async () => {
  answer('orderProjects', unreachable());
  await openChat();
  await menuOf('Trip', 'Move up');
  await expect.element(page.getByText('The projects could not be put in order.')).toBeVisible();
  await expectTexts(section.getByRole('button', { expanded: false }), [/House/, /^$/, /Trip/, /^$/]);
  expectOnConsole(/could not be put in order/);
});

it('changes by other devices show here, also on a phone', async () => {
  await narrow();
  await openChat();
  await openMenu.click();
  push({ type: 'projectChanged', data: { ...TRIP, name: 'Journey' } });
  await expect.element(disclosure('Journey')).toBeVisible();
  push({ type: 'projectDeleted', data: { projectId: HOUSE.projectId } });
  await expectCount(disclosure('House'), 0);
  await expectAccessible();
});

it.each(['row', 'menu'])(
  'if another device deletes a project whose %s has the focus, the row below takes it',
  async (part) => {
    await openChat();
    await focusOn(disclosure('House'));
    if (part === 'menu') {
      await focusOn(page.getByRole('button', { name: 'Project options: House' }));
      await press('{Enter}');
      await expect.element(page.getByRole('menuitem', { name: 'New chat here' })).toHaveFocus();
    }
    push({ type: 'projectDeleted', data: { projectId: HOUSE.projectId } });
    await expectCount(disclosure('House'), 0);
    await expect.element(disclosure('Trip')).toHaveFocus();
  },
);

it('if another device deletes a project, its dialog leaves the focus on the menu button', async () => {
  await openChat();
  await menuOf('Trip', 'Rename');
  const cancel = page.getByRole('dialog').getByRole('button', { name: 'Cancel' });
  await focusOn(cancel);
  push({ type: 'projectDeleted', data: { projectId: TRIP.projectId } });
  await expectCount(page.getByCss(`[data-project="${TRIP.projectId}"]`), 0);
  await expect.element(cancel).toHaveFocus();
  await press('{Enter}');
  await expectCount(page.getByRole('dialog'), 0);
  await expect.element(page.getByRole('button', { name: 'Close menu' })).toHaveFocus();
});

it('if another device deletes the focused project of the dialog to move a chat, its heading has the focus', async () => {
  await openChat();
  await moveChat('Stored chat 2');
  const dialog = page.getByRole('dialog');
  await focusOn(dialog.getByRole('button', { name: 'Trip' }));
  push({ type: 'projectDeleted', data: { projectId: TRIP.projectId } });
  await expectCount(dialog.getByRole('button', { name: 'Trip' }), 0);
  await expect.element(dialog.getByRole('heading')).toHaveFocus();
});

it('projects are shown when no chat is listed', async () => {
  await openChat();
  for (const { messages, ...chat } of server.chats)
    push({ type: 'chatChanged', data: { ...chat, archivedAt: AT } });
  await expect.element(page.getByText('No chats yet.')).toBeVisible();
  await expect.element(disclosure('House')).toBeVisible();
  await expectAccessible();
});

it('a project that is moved out of the five shown leaves the focus on the button that shows all', async () => {
  server.projects = Array.from({ length: 7 }, (_, i) => project(i, `Project ${i}`));
  answer('orderProjects', { projectIds: [] });
  await openChat();
  const options = (n: number) => page.getByRole('button', { name: `Project options: Project ${n}` });
  await focusOn(options(4));
  await press('{Enter}');
  await focusOn(page.getByRole('menuitem', { name: 'Move down' }));
  await press('{Enter}');
  await expectCount(options(4), 0);
  await expect.element(page.getByRole('button', { name: 'Show all 7 projects' })).toHaveFocus();
});

it('more than five projects are shown when asked for', async () => {
  server.projects = Array.from({ length: 7 }, (_, i) => project(i, `Project ${i}`));
  await openChat();
  await expectCount(section.getByRole('listitem'), 5);
  await page.getByRole('button', { name: 'Show all 7 projects' }).click();
  await expectCount(section.getByRole('listitem'), 7);
});
