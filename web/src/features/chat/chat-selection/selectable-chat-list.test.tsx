/** Several chats selected in the sidebar: by pointer and keys, archived, moved and deleted with one undo, failures put back. */
import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { http } from '#contract/http-calls';
import { expectAccessible } from '../../../../../test/components/accessible.ts';
import {
  expectCount,
  expectTexts,
  focusOn,
  narrow,
  press,
  withFakeTime,
} from '../../../../../test/components/browser.ts';
import {
  composer,
  link,
  links,
  notices,
  openChat,
  openMenu,
  pick,
} from '../../../../../test/components/chat-screen.ts';
import { server, startChats } from '../../../../../test/components/chats.ts';
import { expectOnConsole } from '../../../../../test/components/console.ts';
import { answer, asked, held, refuse, unreachable } from '../../../../../test/components/server.ts';
import { push } from '../../../../../test/components/socket.ts';
import { PART_MISSING } from '../../../components/load-on-demand-or-when-idle.tsx';

startChats();
beforeEach(() => server.givenChats(5));

const group = page.getByRole('group', { name: 'Select chats' });
const box = (name: string) => group.getByRole('checkbox', { name: new RegExp(`^${name}`) });
const act = (name: string) => group.getByRole('button', { name, exact: true });
const undo = page.getByRole('button', { name: 'Undo' });
const undone = page.getByRole('status').filter({ hasText: 'Undone' });
const pinned = page.getByRole('list', { name: 'Pinned' }).getByRole('link');
const ALL = [5, 4, 3, 2, 1].map((n) => new RegExp(`^Stored chat ${n}`)).concat(/^Chat 1/);

async function select(first: string): Promise<void> {
  await pick(first, 'Select chats…');
  await expect.element(box(first)).toBeChecked();
}

describe('selecting chats', () => {
  it('begins from a chat’s menu with that chat, and counts; without a selection, Archive and Delete are disabled', async () => {
    await openChat();
    await select('Stored chat 3');
    await expect.element(box('Stored chat 3')).toHaveFocus();
    await expectCount(group.getByRole('checkbox'), 6);
    await box('Stored chat 1').click();
    await expect.element(group.getByText('2 selected')).toBeVisible();
    await expectAccessible();
    for (const name of ['Stored chat 1', 'Stored chat 3']) await box(name).click();
    await expect.element(act('Archive')).toBeDisabled();
    await expect.element(act('Delete')).toBeDisabled();
    await act('Done').click();
    await expectTexts(links, ALL);
  });

  it('by keys: Space toggles, Shift with arrows extends, Tab passes in one step, Escape ends at the chat', async () => {
    await openChat();
    await select('Stored chat 4');
    await press('{Shift>}{ArrowDown}{ArrowDown}{/Shift}');
    await expect.element(box('Stored chat 2')).toHaveFocus();
    await expect.element(group.getByText('3 selected')).toBeVisible();
    await press(' ');
    await expect.element(box('Stored chat 2')).not.toBeChecked();
    await press('{ArrowUp}{Shift>}{Tab}{/Shift}');
    await expect.element(act('Done')).toHaveFocus();
    await press('{Tab}');
    await expect.element(box('Stored chat 3')).toHaveFocus();
    await press('{Escape}');
    await expectCount(group, 0);
    await expect.element(link('Stored chat 3')).toHaveFocus();
    expect(asked('deleteChat')).toEqual([]);
  });

  it('a click with Shift selects all chats in between', async () => {
    await openChat();
    await select('Stored chat 5');
    await box('Stored chat 2').click({ modifiers: ['Shift'] });
    await expect.element(group.getByText('4 selected')).toBeVisible();
    await expect.element(box('Stored chat 1')).not.toBeChecked();
  });

  it('a click with Shift toggles one chat if the chat that was toggled last is gone', async () => {
    await openChat();
    const [, , third] = server.chats;
    await select('Stored chat 3');
    await box('Stored chat 3').click();
    push({ type: 'chatDeleted', data: { chatId: third?.chatId ?? '' } });
    await expectCount(box('Stored chat 3'), 0);
    await box('Stored chat 1').click({ modifiers: ['Shift'] });
    await expect.element(group.getByText('1 selected')).toBeVisible();
  });

  it('keeps the focus in the list when another device deletes the focused chat: arrows and Escape work on', async () => {
    await openChat();
    const chatId = server.chats[2]?.chatId ?? '';
    await select('Stored chat 3');
    push({ type: 'chatDeleted', data: { chatId } });
    await expectCount(box('Stored chat 3'), 0);
    await expect.element(box('Stored chat 2')).toHaveFocus();
    await press('{ArrowDown}');
    await expect.element(box('Stored chat 1')).toHaveFocus();
    await press('{Escape}');
    await expectCount(group, 0);
    await expect.element(link('Stored chat 1')).toHaveFocus();
  });

  it('on a phone, Escape ends it and leaves the sidebar open', async () => {
    await narrow();
    await openChat();
    await openMenu.click();
    await select('Stored chat 3');
    await expectAccessible();
    await press('{Escape}');
    await expectCount(group, 0);
    await expect.element(link('Stored chat 3')).toBeVisible();
  });
});

describe('the selected chats', () => {
  it('are deleted, the open one too, and one Undo brings all back', async () => {
    await openChat();
    await select('Stored chat 5');
    await press('{Shift>}{ArrowDown}{ArrowDown}{/Shift}');
    await act('Delete').click();
    await expectTexts(links, ALL.slice(3));
    await expect.element(notices).toMatchTextContent('3 chats deleted');
    await expect.element(page.getByRole('heading', { level: 1 })).toMatchTextContent('Stored chat 2');
    await expect.poll(() => server.chats.length).toBe(3);
    await undo.click();
    await expectTexts(links, ALL);
    await expect.element(undone).toBeInTheDocument();
    await expect.element(page.getByRole('heading', { level: 1 })).toMatchTextContent('Stored chat 5');
    expect(server.chats).toHaveLength(6);
  });

  it('are archived, and one Undo brings all back', async () => {
    await openChat();
    await select('Stored chat 2');
    await box('Chat 1').click();
    await act('Archive').click();
    await expectTexts(links, ALL.slice(0, 3).concat(/^Stored chat 1/));
    await expect.element(notices).toMatchTextContent('2 chats archived');
    await focusOn(undo);
    await press('{Enter}');
    await expectTexts(links, ALL);
    await expect.element(composer).toHaveFocus();
    await expect.poll(() => server.chats.some(({ archivedAt }) => archivedAt !== undefined)).toBe(false);
  });

  it('on a phone, are selected by a click on their names and archived', async () => {
    await narrow();
    await openChat();
    await openMenu.click();
    await select('Stored chat 3');
    await group.getByText('Stored chat 1').click();
    await expect.element(group.getByText('2 selected')).toBeVisible();
    await expectAccessible();
    await act('Archive').click();
    await expect.element(notices).toMatchTextContent('2 chats archived');
    await expectTexts(links, [/^Stored chat 5/, /^Stored chat 4/, /^Stored chat 2/, /^Chat 1/]);
    const archived = () => server.chats.filter(({ archivedAt }) => archivedAt !== undefined);
    await expect.poll(() => archived().map(({ name }) => name)).toEqual(['Stored chat 3', 'Stored chat 1']);
  });

  it('are brought back by an Undo that is announced, also if another notice disappears meanwhile', async () => {
    await openChat();
    await select('Stored chat 2');
    await act('Archive').click();
    const archived = () => server.chats.filter(({ archivedAt }) => archivedAt !== undefined);
    await expect.poll(archived).toHaveLength(1);
    const [chat = expect.fail('no chat is archived')] = archived();
    window.dispatchEvent(new Event(PART_MISSING));
    const dismiss = notices.getByRole('button', { name: 'Dismiss' });
    await expectCount(dismiss, 2);
    const restoring = held('setChatArchived', { ...chat, archivedAt: undefined });
    await undo.click();
    await dismiss.click();
    await expectCount(dismiss, 0);
    await restoring.release();
    await expect.element(undone).toBeInTheDocument();
  });

  it('that were pinned are pinned again by Undo', async () => {
    await openChat();
    for (const name of ['Stored chat 2', 'Stored chat 4']) await pick(name, 'Pin');
    await expectTexts(pinned, [/^Stored chat 4/, /^Stored chat 2/]);
    await select('Stored chat 4');
    await box('Stored chat 2').click();
    await box('Stored chat 1').click();
    await act('Archive').click();
    await expect.element(notices).toMatchTextContent('3 chats archived');
    await expectCount(pinned, 0);
    await undo.click();
    await expectTexts(pinned, [/^Stored chat 4/, /^Stored chat 2/]);
    await expect.element(link('Stored chat 1')).toBeVisible();
    const isPinned = ({ pinnedAt }: { readonly pinnedAt?: string | undefined }) => pinnedAt !== undefined;
    await expect.poll(() => server.chats.filter(isPinned).map(({ name }) => name)).toHaveLength(2);
    await expect.poll(() => server.chats.some(({ archivedAt }) => archivedAt !== undefined)).toBe(false);
  });

  it('that cannot be pinned again are restored by Undo without their pins, and a notice says so', async () => {
    await openChat();
    await pick('Stored chat 2', 'Pin');
    await select('Stored chat 2');
    await act('Archive').click();
    await expectCount(pinned, 0);
    answer('setChatPinned', refuse('too_many_pinned'));
    await undo.click();
    await expect.element(notices).toMatchTextContent('1 chat could not be pinned again.');
    await expect.element(link('Stored chat 2')).toBeVisible();
    await expectCount(pinned, 0);
    await expect.poll(() => server.chats.some(({ archivedAt }) => archivedAt !== undefined)).toBe(false);
    expectOnConsole(/One of several chats/);
  });

  it.each([
    ['Delete', 'deleteChat', '2 chats deleted', '1 chat could not be deleted. It is back in your list.'],
    [
      'Archive',
      'setChatArchived',
      '2 chats archived',
      '1 chat could not be archived. It is back in your list.',
    ],
  ] as const)('if %s fails for one, that one is put back and counted', async (name, call, done, failed) => {
    await openChat();
    const lost = server.chats[1]?.chatId;
    answer(call, ({ input }) =>
      input.chatId === lost
        ? refuse('internal')
        : { ...server.newest(), chatId: input.chatId ?? '', restorableUntil: '' },
    );
    await select('Stored chat 5');
    await press('{Shift>}{ArrowDown}{ArrowDown}{/Shift}');
    await act(name).click();
    await expect.element(notices).toMatchTextContent(failed);
    await expect.element(notices).toMatchTextContent(done);
    await expectTexts(links, [/^Stored chat 4/, ...ALL.slice(3)]);
    expectOnConsole(/One of several chats/);
  });

  it('stay deleted when the list was read before the server deleted them', async () => {
    await openChat();
    const { chatId } = server.newest();
    const reads = asked('getChats').length;
    const page = held('getChats', { chats: server.chats.map(({ messages: _, ...chat }) => chat) });
    const deletion = held('deleteChat', { chatId, restorableUntil: '' });
    await select('Stored chat 5');
    await act('Delete').click();
    push({ type: 'chatsImported' });
    await expect.poll(() => asked('getChats').length).toBe(reads + 1);
    push({ type: 'chatDeleted', data: { chatId } });
    await page.release();
    await expectTexts(links, ALL.slice(1));
    await deletion.release();
    await expectTexts(links, ALL.slice(1));
  });

  it('count as deleted if the request fails after the server’s event of the deletion, and Undo brings them back', async () => {
    await openChat();
    const { messages: _, ...chat } = server.newest();
    const { chatId } = chat;
    const failing = held('deleteChat', unreachable());
    answer('restoreChat', chat);
    await select('Stored chat 5');
    await act('Delete').click();
    await expectTexts(links, ALL.slice(1));
    push({ type: 'chatDeleted', data: { chatId } });
    await failing.release();
    await expectTexts(links, ALL.slice(1));
    await expect.element(notices).toMatchTextContent('1 chat deleted');
    await undo.click();
    await expectTexts(links, ALL);
    expect(asked('restoreChat').map(({ input }) => input.chatId)).toEqual([chatId]);
  });

  it('get a new notice, shown for 10 s of its own, even if its text repeats an earlier notice', async () => {
    await openChat();
    await withFakeTime(async (pass) => {
      await select('Stored chat 1');
      await act('Archive').click();
      await expect.element(notices).toMatchTextContent('1 chat archived');
      await composer.hover();
      await pass(8_000);
      await select('Stored chat 2');
      await act('Archive').click();
      await composer.hover();
      await expectCount(link('Stored chat 2'), 0);
      await pass(4_000);
      await undo.click();
      await expect.element(link('Stored chat 2')).toBeVisible();
    });
  });

  it('whose change fails late leave the notice of a newer change in place, with its Undo', async () => {
    await openChat();
    const failing = held('deleteChat', refuse('internal'));
    await select('Stored chat 1');
    await act('Delete').click();
    await expect.element(notices).toMatchTextContent('1 chat deleted');
    await select('Stored chat 2');
    await act('Archive').click();
    await expect.element(notices).toMatchTextContent('1 chat archived');
    await failing.release();
    await expect.element(notices).toMatchTextContent('1 chat could not be deleted.');
    await expect.element(notices).toMatchTextContent('1 chat archived');
    await undo.click();
    await expect.element(link('Stored chat 2')).toBeVisible();
    expectOnConsole(/One of several chats/);
  });

  it('one of which fails after Undo are all back, and no notice counts the others as archived', async () => {
    await openChat();
    const lost = server.chats[1]?.chatId;
    const { promise: refused, resolve: fail } = Promise.withResolvers<void>();
    answer('setChatArchived', async ({ input }) => {
      if (input.chatId !== lost) return { ...server.newest(), chatId: input.chatId ?? '' };
      await refused;
      return refuse('internal');
    });
    await select('Stored chat 5');
    await press('{Shift>}{ArrowDown}{ArrowDown}{/Shift}');
    await act('Archive').click();
    await expect.element(notices).toMatchTextContent('3 chats archived');
    await undo.click();
    fail();
    await expectTexts(links, ALL);
    // Undo restores the two chats that were archived.
    await expect.poll(() => asked('setChatArchived').length).toBe(5);
    await expect.element(notices).not.toMatchTextContent('archived');
    expectOnConsole(/One of several chats/);
  });

  describe('are moved to a project', () => {
    const HOUSE = {
      projectId: '00000000-0000-4000-8000-000000000001',
      name: 'House',
      createdAt: '2026-02-01',
    };
    const dialog = page.getByRole('dialog', { name: 'Move to project' });
    const inHouse = () =>
      server.chats.filter(({ projectId }) => projectId === HOUSE.projectId).map(({ name }) => name);
    beforeEach(() => {
      server.projects = [HOUSE];
      answer('setChatProject', ({ input, body }) =>
        server.move(input.chatId, http.setChatProject.body.parse(body).projectId),
      );
    });

    it('by keyboard, and one Undo moves each back to where it was', async () => {
      await openChat();
      const other = server.chats[1]?.chatId;
      await select('Stored chat 5');
      await press('{Shift>}{ArrowDown}{/Shift}');
      await focusOn(act('Move to project'));
      await press('{Enter}');
      await expect.element(dialog.getByText('2 selected')).toBeVisible();
      await expectCount(dialog.getByRole('button', { name: 'No project' }), 0);
      await expectAccessible();
      await press('{Escape}');
      await expect.element(act('Move to project')).toHaveFocus();
      await press('{Enter}');
      await focusOn(dialog.getByRole('button', { name: 'House' }));
      await press('{Enter}');
      await expect.element(notices).toMatchTextContent('2 chats moved');
      await expect.element(link('Stored chat 5')).toHaveFocus();
      await expect.poll(inHouse).toEqual(['Stored chat 5', 'Stored chat 4']);
      await undo.click();
      await expect.poll(inHouse).toEqual([]);
      expect(asked('setChatProject').filter(({ input }) => input.chatId === other)).toHaveLength(2);
      // The list on screen knows that no chat is in a project: the dialog offers no "No project".
      await select('Stored chat 5');
      await act('Move to project').click();
      await expect.element(dialog.getByRole('button', { name: 'House' })).toBeVisible();
      await expectCount(dialog.getByRole('button', { name: 'No project' }), 0);
    });

    it('and Undo leaves a chat where another device has moved it since', async () => {
      const garden = { ...HOUSE, projectId: '00000000-0000-4000-8000-000000000002', name: 'Garden' };
      server.projects = [HOUSE, garden];
      await openChat();
      const other = server.chats[1]?.chatId;
      await select('Stored chat 5');
      await press('{Shift>}{ArrowDown}{/Shift}');
      await act('Move to project').click();
      await dialog.getByRole('button', { name: 'House' }).click();
      await expect.poll(inHouse).toEqual(['Stored chat 5', 'Stored chat 4']);
      server.move(other, garden.projectId);
      const { chatId, name, createdAt } = server.chats[1] ?? expect.fail('no such chat');
      push({ type: 'chatChanged', data: { chatId, name, createdAt, projectId: garden.projectId } });
      await undo.click();
      await expect.poll(inHouse).toEqual([]);
      expect(asked('setChatProject').filter(({ input }) => input.chatId === other)).toHaveLength(1);
      expect(server.chats[1]?.projectId).toBe(garden.projectId);
    });

    it('on a phone, into a project, and out of it without a request for chats that are in none', async () => {
      await narrow();
      await openChat();
      await openMenu.click();
      await select('Stored chat 3');
      await act('Move to project').click();
      await dialog.getByRole('button', { name: 'House' }).click();
      await expect.element(notices).toMatchTextContent('1 chat moved');
      await expect.poll(inHouse).toEqual(['Stored chat 3']);
      await select('Stored chat 4');
      await box('Stored chat 3').click();
      await act('Move to project').click();
      await expectAccessible();
      await dialog.getByRole('button', { name: 'No project' }).click();
      await expect.poll(inHouse).toEqual([]);
      await expect.element(notices).toMatchTextContent('1 chat moved');
      expect(asked('setChatProject')).toHaveLength(2);
    });

    it('and are where they were when two quick moves fail, the first one first', async () => {
      const garden = { ...HOUSE, projectId: '00000000-0000-4000-8000-000000000002', name: 'Garden' };
      server.projects = [HOUSE, garden];
      await openChat();
      const moves = [];
      for (const name of ['House', 'Garden']) {
        moves.push(held('setChatProject', unreachable()));
        await select('Stored chat 5');
        await act('Move to project').click();
        await dialog.getByRole('button', { name }).click();
        await expectCount(group, 0);
        await expect.poll(() => asked('setChatProject')).toHaveLength(moves.length);
      }
      for (const { release } of moves) await release();
      await expect.element(box('Stored chat 5')).toBeChecked();
      await act('Move to project').click();
      await expect.element(dialog.getByRole('button', { name: 'House' })).toBeVisible();
      await expectCount(dialog.getByRole('button', { name: 'No project' }), 0);
      expectOnConsole(/One of several chats/);
    });

    it('and those that fail stay selected, where they were', async () => {
      await openChat();
      const lost = server.chats[1]?.chatId;
      answer('setChatProject', ({ input, body }) =>
        input.chatId === lost
          ? unreachable()
          : server.move(input.chatId, http.setChatProject.body.parse(body).projectId),
      );
      await select('Stored chat 5');
      await press('{Shift>}{ArrowDown}{/Shift}');
      await act('Move to project').click();
      await dialog.getByRole('button', { name: 'House' }).click();
      await expect.element(notices).toMatchTextContent('1 chat could not be moved. It is still selected.');
      await expect.element(notices).toMatchTextContent('1 chat moved');
      await expect.element(group.getByText('1 selected')).toBeVisible();
      await expect.element(box('Stored chat 4')).toBeChecked();
      await act('Move to project').click();
      answer('setChatProject', ({ input }) => server.move(input.chatId, HOUSE.projectId));
      await dialog.getByRole('button', { name: 'House' }).click();
      await expect.poll(inHouse).toEqual(['Stored chat 5', 'Stored chat 4']);
      expectOnConsole(/One of several chats/);
    });
  });

  it('are deleted with at most four requests at a time', async () => {
    server.givenChats(20);
    const waiting: (() => void)[] = [];
    let most = 0;
    answer('deleteChat', async ({ input }) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      waiting.push(resolve);
      most = Math.max(most, waiting.length);
      await promise;
      waiting.splice(waiting.indexOf(resolve), 1);
      return { chatId: input.chatId ?? '', restorableUntil: '' };
    });
    await openChat();
    await select('Stored chat 20');
    await press('{Shift>}{End}{/Shift}');
    await act('Delete').click();
    await expect
      .poll(() => {
        for (const end of waiting) end();
        return asked('deleteChat').length;
      })
      .toBeGreaterThan(20);
    expect(most).toBe(4);
  });
});
