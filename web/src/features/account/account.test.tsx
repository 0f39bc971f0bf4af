/** The account page: name and address, the download, chats kept on the device, and the deletion of the account. */
import { describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { ExportPage } from '#contract/account';
import type { FileInfo } from '#contract/entities';
import { expectAccessible, expectNoSidewaysScroll } from '../../../../test/components/accessible.ts';
import { address, openApp, reopenApp, title, USER } from '../../../../test/components/app.tsx';
import {
  departures,
  expectCount,
  press,
  setOnline,
  withFakeTime,
} from '../../../../test/components/browser.ts';
import { composer } from '../../../../test/components/chat-screen.ts';
import { startChats } from '../../../../test/components/chats.ts';
import { expectOnConsole } from '../../../../test/components/console.ts';
import { answer, asked, broken, held, unreachable } from '../../../../test/components/server.ts';

startChats();

const downloadButton = page.getByRole('button', { name: 'Download my data' });
const open = page.getByRole('button', { name: 'Delete account…' });
const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
const status = page.getByRole('region', { name: 'Your data' }).getByRole('status');
const AT = '2026-01-01T12:00:00.000Z';

/** A page of the export, with `count` messages of one chat. */
const exported = (count: number, nextCursor?: string): ExportPage => ({
  account: {
    ...{ owner: USER.owner, email: USER.email, subscription: { tier: 'free', active: false }, usage: [] },
  },
  chats: [
    {
      ...{ chatId: '019b0000-0000-7000-8000-000000000001', name: 'A chat', createdAt: AT },
      messages: Array.from({ length: count }, (_, i) => ({
        ...{ requestId: `at:${i}`, role: 'user', content: `message ${i}`, createdAt: AT },
        ...{ messageIndex: i, status: 'complete' },
      })),
    },
  ],
  ...(nextCursor !== undefined && { nextCursor }),
});

async function openAccount(): Promise<void> {
  answer('getSecondFactor', { isOn: false, isRequired: false });
  await openApp('/account', USER);
  await expect.element(page.getByRole('heading', { level: 1, name: 'Account' })).toBeVisible();
}

/** Names of the files that the page saves. */
function watchDownloads(): string[] {
  const saved: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  return saved;
}

/** Makes all random pauses between tries 0 milliseconds long. */
const retryWithoutPauses = () => vi.spyOn(Math, 'random').mockReturnValue(0);

function withFile(exportPage: ExportPage, file: FileInfo): ExportPage {
  const chats = exportPage.chats.map((chat) => ({
    ...chat,
    messages: chat.messages.map((message) => ({ ...message, files: [file] })),
  }));
  return { ...exportPage, chats };
}

/** A response whose connection is lost after `text`. */
function brokenOff(text: string): Response {
  const chunks = [new TextEncoder().encode(text)];
  return new Response(
    new ReadableStream({
      pull(controller) {
        const chunk = chunks.pop();
        if (chunk) controller.enqueue(chunk);
        else controller.error(new TypeError('network error'));
      },
    }),
  );
}

/** Makes each use of IndexedDB fail until the mock that it returns is restored. */
const denyDatabase = () =>
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError');
  });

const hangingTransaction = () =>
  ({ objectStore: () => ({ clear: () => undefined, transaction: {} }) }) as unknown as IDBTransaction;

it('shows the user’s name and address, and links back to the chats', async () => {
  await openAccount();
  await expect.poll(title).toMatch(/^Account · /);
  const account = page.getByRole('region', { name: 'Account', exact: true });
  await expect.element(account.getByText('Test User')).toBeVisible();
  await expect.element(account.getByText(USER.email)).toBeVisible();
  await page.getByRole('link', { name: 'Back to your chats' }).click();
  await expect.element(composer).toBeVisible();
});

describe('the download', () => {
  it('of a long chat shows its progress, and can be cancelled', async () => {
    const saved = watchDownloads();
    const { promise: isHeld, resolve: release } = Promise.withResolvers<void>();
    answer('exportAccount', async ({ input }) => {
      if (input.cursor === undefined) return exported(2, 'more');
      await isHeld;
      return exported(1);
    });
    await openAccount();
    await downloadButton.click();
    await expect.element(status).toHaveTextContent('Collected 2 messages in 1 chat…');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect.element(status).toHaveTextContent('The download was cancelled.');
    await expect.element(downloadButton).toHaveFocus();
    release();
    await downloadButton.click();
    await expect.element(status).toHaveTextContent('Saved 3 messages in 1 chat.');
    expect(saved).toEqual([expect.stringMatching(/^Parley \d{4}-\d\d-\d\d\.zip$/)]);
  });

  it('that fails says so, and can be tried again', async () => {
    expectOnConsole(/AppError|Something went wrong/);
    retryWithoutPauses();
    watchDownloads();
    answer('exportAccount', broken());
    await openAccount();
    await downloadButton.click();
    const alert = page.getByRole('alert');
    await expect.element(alert).toHaveTextContent('Your data could not be collected. Please try again.');
    expect(asked('exportAccount').length).toBeGreaterThan(3);
    answer('exportAccount', exported(1));
    await downloadButton.click();
    await expect.element(status).toHaveTextContent('Saved 1 message in 1 chat.');
    await expectCount(alert, 0);
  });

  it('that reaches no server after several tries says so', async () => {
    expectOnConsole(/A part was not read/);
    retryWithoutPauses();
    answer('exportAccount', unreachable());
    await openAccount();
    await downloadButton.click();
    const told = 'Your data could not be collected. Check your connection and try again.';
    await expect.element(page.getByRole('alert')).toHaveTextContent(told);
    expect(asked('exportAccount').length).toBeGreaterThan(3);
  });

  it('continues after lost requests, and after a file that broke off', async () => {
    retryWithoutPauses();
    watchDownloads();
    const packed = vi.spyOn(URL, 'createObjectURL');
    const failures = [unreachable(), broken(), unreachable()];
    const file = { fileId: 'a', name: 'a.txt', kind: 'document', mediaType: 'text/plain', bytes: 6 } as const;
    answer('exportAccount', ({ input }) => {
      if (input.cursor === undefined) return exported(2, 'more');
      return failures.pop() ?? withFile(exported(1), file);
    });
    const lost = [unreachable()];
    const expiresAt = new Date(Date.now() + 300_000).toISOString();
    const addresses = [{ fileId: 'a', address: 'https://bucket.example/a', expiresAt }];
    answer('getFileAddresses', () => lost.pop() ?? { addresses });
    const bodies = [brokenOff('Half'), new Response('Entire')];
    const fetched = window.fetch;
    vi.spyOn(window, 'fetch').mockImplementation(async (input, init) =>
      input === addresses[0]?.address ? (bodies.shift() ?? expect.fail('read twice')) : fetched(input, init),
    );
    await openAccount();
    await downloadButton.click();
    await expect.element(status).toHaveTextContent('Saved 3 messages in 1 chat.');
    const archive = packed.mock.calls.map(([given]) => given).find((given) => given instanceof Blob);
    const text = await archive?.text();
    expect(text).toContain('Entire');
    expect(text).not.toContain('Half');
  });

  it('waits while the device is offline, and can be cancelled meanwhile', async () => {
    watchDownloads();
    answer('exportAccount', exported(1));
    await openAccount();
    setOnline(false);
    await downloadButton.click();
    const waiting = 'There is no connection. The download continues when it is back.';
    await expect.element(status).toHaveTextContent(waiting);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect.element(status).toHaveTextContent('The download was cancelled.');
    await downloadButton.click();
    await expect.element(status).toHaveTextContent(waiting);
    expect(asked('exportAccount')).toEqual([]);
    setOnline(true);
    await expect.element(status).toHaveTextContent('Saved 1 message in 1 chat.');
  });
});

describe('switching off kept chats', () => {
  const section = page.getByRole('region', { name: 'Chats on this device' });
  const setting = section.getByRole('checkbox');
  const retry = section.getByRole('button', { name: 'Try again' });
  const failed = section.getByRole('alert');

  it('says when the erasure has failed, also on a later visit, and it can be tried again', async () => {
    localStorage.removeItem('keepChats');
    localStorage.setItem('keptChatsOwner', USER.owner);
    await openAccount();
    const denied = denyDatabase();
    await setting.click();
    await expect
      .element(failed.getByText('The chats that were kept on this device could not be erased.'))
      .toBeVisible();
    await expectCount(section.getByText(/are erased/), 0);
    await reopenApp();
    await expect.element(failed).toBeVisible();
    await expectAccessible();
    denied.mockRestore();
    await retry.click();
    await expect
      .element(section.getByRole('status'))
      .toHaveTextContent('The chats that were kept on this device are erased.');
    await expectCount(failed, 0);
    await expect.element(section.getByRole('heading')).toHaveFocus();
    expect(localStorage.getItem('keptChatsOwner')).toBeNull();
  });

  it('says nothing about an erasure that fails after the setting was switched on again', async () => {
    localStorage.removeItem('keepChats');
    localStorage.setItem('keptChatsOwner', USER.owner);
    await openAccount();
    vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(hangingTransaction);
    await withFakeTime(async (pass) => {
      await setting.click();
      await setting.click();
      await expect.element(setting).toBeChecked();
      await pass(1_000);
    });
    // React and the browser need a frame each to show an error.
    for (let i = 0; i < 2; i++) await new Promise((resolve) => requestAnimationFrame(resolve));
    await expectCount(failed, 0);
    await expect.element(section.getByRole('status')).toHaveTextContent('');
  });
});

describe('deleting the account', () => {
  it('asks for the user’s address, and can be cancelled', async () => {
    await openAccount();
    await open.click();
    await dialog.getByRole('textbox').fill('someone@example.com');
    await dialog.getByRole('button', { name: 'Delete account' }).click();
    await expect.element(dialog.getByRole('alert')).toHaveTextContent('That is not your email address.');
    await expect.element(dialog.getByRole('textbox')).toHaveFocus();
    await press('{Escape}');
    await expectCount(dialog, 0);
    await expect.element(open).toHaveFocus();
    expect(asked('deleteAccount')).toEqual([]);
  });

  it('keeps its dialog open while it runs, and can be tried again after a failure', async () => {
    expectOnConsole(/./);
    const first = held('deleteAccount', broken());
    await openAccount();
    await open.click();
    await dialog.getByRole('textbox').fill(USER.email);
    await press('{Enter}');
    await expect.element(dialog.getByRole('button', { name: 'Cancel' })).toBeDisabled();
    await press('{Escape}');
    await press('{Escape}');
    await first.release();
    await expect.element(dialog.getByRole('alert')).toBeVisible();
    const second = held('deleteAccount', unreachable());
    await dialog.getByRole('button', { name: 'Delete account' }).click();
    await expectCount(dialog.getByRole('alert'), 0);
    await second.release();
    await expect.element(dialog.getByRole('alert')).toBeVisible();
    expect(asked('deleteAccount')).toHaveLength(2);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expectCount(dialog, 0);
    await open.click();
    await expect.element(dialog).toBeVisible();
  });

  it('keeps the stored owner of kept chats that could not be erased, and the choice to keep none', async () => {
    answer('deleteAccount', { message: 'Deleted' });
    await openAccount();
    localStorage.setItem('keptChatsOwner', USER.owner);
    localStorage.setItem('keepChats', 'off');
    denyDatabase();
    await open.click();
    await dialog.getByRole('textbox').fill(USER.email);
    await press('{Enter}');
    await expect.poll(departures).toEqual([expect.stringContaining('/?goodbye')]);
    expect({ ...localStorage, ...sessionStorage }).toEqual({
      keptChatsOwner: USER.owner,
      keepChats: 'off',
    });
  });

  it('that fails says so, and the user stays signed in', async () => {
    expectOnConsole(/./);
    answer('deleteAccount', broken());
    await openAccount();
    await open.click();
    await dialog.getByRole('textbox').fill(USER.email);
    await press('{Enter}');
    await expect
      .element(dialog.getByRole('alert'))
      .toHaveTextContent('Your account could not be deleted. Please try again.');
    await press('{Escape}');
    await page.getByRole('link', { name: 'Back to your chats' }).click();
    await expect.element(composer).toBeVisible();
    expect(address()).toMatch(/^\/chat\//);
  });
});

it.each([390, 1440])('accessible at %i pixels, light and dark, with the question open too', async (width) => {
  await page.viewport(width, 844);
  await openAccount();
  await expect.element(downloadButton).toBeVisible();
  await expectAccessible();
  await open.click();
  await dialog.getByRole('button', { name: 'Delete account' }).click();
  await expect.element(dialog.getByRole('alert')).toBeVisible();
  await expectAccessible();
  expectNoSidewaysScroll();
});
