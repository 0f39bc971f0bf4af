/** Export of a chat: copied whole, or saved as Markdown, JSON or PDF. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../../../../test/components/accessible.ts';
import { allowClipboard, narrow, press } from '../../../../../test/components/browser.ts';
import { article, link, openChat, openMenu } from '../../../../../test/components/chat-screen.ts';
import { server, startChats } from '../../../../../test/components/chats.ts';
import { expectOnConsole } from '../../../../../test/components/console.ts';
import { saved, startSavedFiles } from '../../../../../test/components/saved-files.ts';
import { answer, asked, held, unreachable } from '../../../../../test/components/server.ts';
import { sidebar } from '../../../lib/sidebar-state.ts';
import { chatDialogState } from '../dialogs/chat-dialog-state.ts';

startChats();
startSavedFiles();

const open = page.getByRole('button', { name: 'Export or copy chat' });
const dialog = page.getByRole('dialog', { name: 'Export or copy chat' });
const action = (name: string) => dialog.getByRole('button', { name: new RegExp(`^${name}`) });
const status = dialog.getByRole('status');

let copied: string[];

beforeEach(() => {
  copied = [];
  givenClipboard(async ([item]) => {
    copied.push(await (await (item?.getType('text/plain') ?? new Blob())).text());
  });
});

function givenClipboard(write: (items: ClipboardItem[]) => Promise<void>): void {
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { write } });
}

/** Fails as a request does that takes too long. */
const timeOut = () => Promise.reject(new DOMException('', 'TimeoutError'));

describe('the dialog to export or copy a chat', () => {
  it('copies all pages of a chat as text, without the welcome', async () => {
    server.givenTurns(80);
    await openChat();
    await open.click();
    await action('Copy').click();
    await expect.element(status).toHaveTextContent('The chat is copied.');
    const [text = ''] = copied;
    expect(text.match(/^## You /gm)).toHaveLength(80);
    expect(text.match(/^## Assistant /gm)).toHaveLength(80);
    expect(text.indexOf('Stored question 1\n')).toBeLessThan(text.indexOf('Stored answer 80\n'));
    expect(asked('getChatHistory').length).toBeGreaterThan(2);
  });

  it('puts the copied text on the browser’s clipboard', async () => {
    server.givenTurns(1);
    // Uncovers the browser's own clipboard.
    Reflect.deleteProperty(navigator, 'clipboard');
    await allowClipboard();
    await openChat();
    await open.click();
    await action('Copy').click();
    await expect.element(status).toHaveTextContent('The chat is copied.');
    expect(await navigator.clipboard.readText()).toContain('Stored answer 1');
  });

  it('saves Markdown with the true names of the models, named after the chat and the day', async () => {
    server.givenTurns(1);
    const reply = server.newest().messages.at(-1);
    if (reply) reply.model = 'claude';
    await openChat();
    await open.click();
    await action('Markdown').click();
    await expect.element(status).toHaveTextContent('The file is saved.');
    const [{ name, file } = { name: '', file: new Blob() }] = saved;
    expect(name).toMatch(/^Chat 1 \d{4}-\d\d-\d\d\.md$/);
    expect(file.type).toBe('text/markdown;charset=utf-8');
    expect(await file.text()).toMatch(
      /^# Chat 1\n[\s\S]*Claude Sonnet 5\.5, by Anthropic, on Bedrock\)\n\nStored answer 1\n$/,
    );
  });

  it('saves JSON in the form of the account’s export, with every message', async () => {
    server.givenTurns(2);
    await openChat();
    await open.click();
    await action('JSON').click();
    await expect.poll(() => saved.map(({ name }) => name)).toEqual([expect.stringMatching(/\.json$/)]);
    const { chatId, name, messages } = server.newest();
    expect(JSON.parse((await saved[0]?.file.text()) ?? '')).toEqual({
      chats: [{ chatId, name, createdAt: messages[0]?.createdAt, messages }],
    });
  });

  it('saves a PDF, opened from the chat’s menu on a phone', async () => {
    server.givenTurns(1);
    await narrow();
    await openChat();
    await openMenu.click();
    await page.getByRole('button', { name: 'Chat options: Chat 1' }).click();
    await page.getByRole('menuitem', { name: 'Export or copy…' }).click();
    await expect.element(action('PDF')).toBeVisible();
    await expectAccessible();
    await action('PDF').click();
    // On a busy machine the scripts and fonts take long to load.
    await expect.poll(() => saved.length, { timeout: 40_000 }).toBe(1);
    expect(saved[0]?.name).toMatch(/\.pdf$/);
    expect((await saved[0]?.file.text())?.slice(0, 5)).toBe('%PDF-');
  }, 60_000);

  it.each(['Copy', 'Markdown', 'JSON', 'PDF'])('%s reads the path on screen', async (name) => {
    server.givenTurns(1);
    await openChat();
    chatDialogState.set({ kind: 'export', chat: { ...server.newest(), through: 2 } });
    await action(name).click();
    await expect.poll(() => asked('getChatHistory').at(-1)?.input).toMatchObject({ through: '2' });
    await dialog.getByRole('button', { name: /Cancel|Close/ }).click();
  });

  it('Back closes the dialog and the sidebar of a phone, because another chat may be behind them', async () => {
    server.givenTurns(1);
    await narrow();
    await openChat();
    await open.click();
    await expect.element(dialog).toBeVisible();
    sidebar.setOpen(true);
    window.dispatchEvent(new PopStateEvent('popstate'));
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.poll(() => sidebar.state.get().open).toBe(false);
  });

  it('from a chat’s menu, the open chat is exported as on screen, and any other chat as its newest path', async () => {
    server.givenChats(1);
    server.givenTurns(2);
    const { chatId, messages } = server.newest();
    const [welcome, , , ...newest] = messages;
    const older = messages.slice(1, 3);
    const branches = [{ from: 3, versionOf: 1 }];
    answer('getChatHistory', ({ input }) => {
      const path = input.through === undefined ? newest : older;
      const shown = input.chatId === chatId ? path : [];
      return { messages: { messages: [...(welcome ? [welcome] : []), ...shown] }, branches };
    });
    const exportFromMenu = async (name: string) => {
      await link(name).hover();
      await page.getByRole('button', { name: `Chat options: ${name}` }).click();
      await page.getByRole('menuitem', { name: 'Export or copy…' }).click();
      await action('Copy').click();
      await expect.element(status).toHaveTextContent('The chat is copied.');
      await dialog.getByRole('button', { name: 'Close' }).click();
    };
    await openChat();
    await page.getByRole('button', { name: 'Previous version' }).click();
    await expect.element(article('Stored question 1')).toBeVisible();
    await exportFromMenu('Stored chat 1');
    expect(copied[0]).toContain('Stored answer 1');
    expect(copied[0]).not.toContain('Stored answer 2');
    await exportFromMenu('Chat 1');
    expect(asked('getChatHistory').at(-1)?.input).toEqual({ chatId: server.chats[1]?.chatId });
  });

  it('opens from the menu of any chat, and returns the focus to it', async () => {
    server.givenChats(2);
    await openChat();
    await link('Stored chat 1').hover();
    const menu = page.getByRole('button', { name: 'Chat options: Stored chat 1' });
    await menu.click();
    await page.getByRole('menuitem', { name: 'Export or copy…' }).click();
    await expect.element(dialog.getByText('Stored chat 1')).toBeVisible();
    await press('{Escape}');
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(menu).toHaveFocus();
  });

  it.each([
    ['Markdown', 'no connection', unreachable, 'The file is saved.'],
    ['Copy', 'no connection', unreachable, 'The chat is copied.'],
    ['Copy', 'no answer in time', timeOut, 'The chat is copied.'],
  ])('%s says that the read failed with %s, and the next try can succeed', async (name, _, failure, done) => {
    server.givenTurns(1);
    await openChat();
    await open.click();
    expectOnConsole(/could not be exported/);
    answer('getChatHistory', failure);
    await action(name).click();
    await expect.element(dialog.getByText(/^The chat could not be exported\./)).toBeVisible();
    expect([...saved, ...copied]).toEqual([]);
    server.start();
    await action(name).click();
    await expect.element(status).toHaveTextContent(done);
    await expect.element(dialog.getByText(/^The chat could not be exported\./)).not.toBeInTheDocument();
  });

  it('a refused clipboard shows an error that suggests Markdown', async () => {
    await openChat();
    await open.click();
    expectOnConsole(/could not be exported/);
    givenClipboard(() => Promise.reject(new DOMException('', 'NotAllowedError')));
    await action('Copy').click();
    await expect.element(dialog.getByText(/^Your browser did not allow copying\./)).toBeVisible();
  });

  it('closing it cancels the export; a second click meanwhile starts no second one', async () => {
    server.givenTurns(1);
    await openChat();
    await open.click();
    const { messages } = server.newest();
    const before = asked('getChatHistory').length;
    const reading = held('getChatHistory', { messages: { messages } });
    const fetched = vi.spyOn(window, 'fetch');
    await action('Markdown').click();
    await expect.element(status).toHaveTextContent('Reading the messages…');
    // The locator's own click would wait until the button is enabled.
    action('JSON')
      .element()
      .dispatchEvent(new MouseEvent('click', { bubbles: true }));
    const [, request] = fetched.mock.calls.find(([path]) => String(path).includes('/getChatHistory/')) ?? [];
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect.poll(() => request?.signal?.aborted).toBe(true);
    await reading.release();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(asked('getChatHistory')).toHaveLength(before + 1);
    expect(saved).toEqual([]);
  });

  it('is accessible, wide and narrow', async () => {
    await openChat();
    await open.click();
    await expect.element(action('Copy')).toBeVisible();
    await expectAccessible();
    await narrow();
    await expectAccessible();
  });
});
