/** The page that imports chats. */
import { beforeEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import { http } from '#contract/http-calls';
import type { ImportedPart } from '#contract/import';
import { expectAccessible, expectNoSidewaysScroll } from '../../../../test/components/accessible.ts';
import { ADMIN, openApp, reopenApp, USER } from '../../../../test/components/app.tsx';
import { emulateMedia, expectCount, focusOn, narrow, press } from '../../../../test/components/browser.ts';
import { drag } from '../../../../test/components/files.ts';
import { type Asked, answer, asked, held, refuse, unreachable } from '../../../../test/components/server.ts';
import { clearPersonalData } from '../../lib/personal-data-storage.ts';

const button = (name: string) => page.getByRole('button', { name });
const ALL_HERE = 'All chats of this file that can be imported are here already.';
let stored: Map<string, ImportedPart[]>;

beforeEach(() => {
  stored = new Map();
  answer('checkImport', ({ body }) => {
    const { chatIds } = body as { chatIds: string[] };
    return { there: chatIds.filter((id) => stored.has(id)), perDay: 10_000, left: 9_000 };
  });
  answer('importChats', ({ body }) => {
    const { chats } = http.importChats.body.parse(body);
    for (const part of chats) stored.set(part.chatId, [...(stored.get(part.chatId) ?? []), part]);
    return {
      chats: chats.map(({ chatId, isLast }) => ({
        chatId,
        outcome: isLast ? ('imported' as const) : ('started' as const),
      })),
    };
  });
});

const chat = (n: number, text = `Question ${n}`) => ({
  ...{ uuid: `chat-${n}`, name: `Chat ${n}`, created_at: '2025-01-02T03:04:05Z' },
  chat_messages: [
    { uuid: `q${n}`, sender: 'human', text, content: [], created_at: '2025-01-02T03:04:05Z' },
    {
      ...{ uuid: `a${n}`, sender: 'assistant', created_at: '2025-01-02T03:04:06Z' },
      content: [{ type: 'thinking' }, { type: 'text', text: `Answer ${n}` }],
    },
  ],
});
const exportOf = (count: number, text?: string) =>
  new File([JSON.stringify(Array.from({ length: count }, (_, n) => chat(n, text)))], 'conversations.json', {
    type: 'application/json',
  });

/** Gives the button the focus that it has after a press, and the page a file without the browser's own dialog. */
async function pressAndUpload(name: string): Promise<void> {
  await expect.element(button(name)).toBeVisible();
  document.querySelector<HTMLElement>('input[type=file] + button')?.focus();
  await expect.element(button(name)).toHaveFocus();
  await userEvent.upload(document.querySelector('input[type=file]') ?? document.body, exportOf(2));
}

async function choose(file: File): Promise<void> {
  await openApp('/import', USER);
  await expect.element(button('Choose file')).toBeVisible();
  const input = document.querySelector('input[type=file]');
  await userEvent.upload(input ?? document.body, file);
}

it('shows what is in the file and what it costs, imports it, and says what was left out', async () => {
  await choose(exportOf(60));
  await expect.element(page.getByText('60 chats with 120 messages to import.')).toBeVisible();
  await expect
    .element(page.getByText(/Storing them takes about \d+ write units .* less than a cent/))
    .toBeVisible();
  await expect.element(page.getByText(/up to 10,000 messages a day; 9,000 left today/)).toBeVisible();
  await button('Import').click();
  await expect.element(page.getByText('Imported 60 chats with 120 messages.')).toBeVisible();
  await expect.element(page.getByRole('list').getByText('60 thoughts of models')).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Go to your chats' })).toBeVisible();
  expect(stored.size).toBe(60);
  expect(asked('importChats')).toHaveLength(2);
});

it('a dropped file is read like a chosen one, but not during the import', async () => {
  const isTaken = () => drag('dragover', exportOf(2)).defaultPrevented;
  await openApp('/import', USER);
  await expect.poll(isTaken).toBe(true);
  drag('drop', exportOf(2));
  await expect.element(page.getByText('2 chats with 4 messages to import.')).toBeVisible();
  await expect.poll(isTaken).toBe(true);
  drag('drop', exportOf(3));
  await expect.element(page.getByText('3 chats with 6 messages to import.')).toBeVisible();
  const { release } = held('importChats', { chats: [] });
  await button('Import').click();
  await expect.element(button('Pause')).toBeVisible();
  await expect.poll(isTaken).toBe(false);
  await release();
});

it('a short text that is attached to a message is sent, and the page says so', async () => {
  const { chat_messages, ...rest } = chat(1);
  const attachments = [{ file_name: 'notes.txt', extracted_content: 'Buy tea.' }];
  const messages = chat_messages.map((message) => ({ ...message, attachments }));
  await choose(new File([JSON.stringify([{ ...rest, chat_messages: messages }])], 'conversations.json'));
  await expect
    .element(page.getByText(/Only the texts of your chats, and short texts attached to them, are sent;/))
    .toBeVisible();
  await button('Import').click();
  await expect.element(page.getByText('Imported 1 chat with 2 messages.')).toBeVisible();
  expect(JSON.stringify([...stored.values()])).toContain('Buy tea.');
});

it('one thing that is left out is reported in the singular', async () => {
  await choose(exportOf(1));
  await expect.element(page.getByRole('list').getByText('1 thought of a model')).toBeVisible();
});

it('while the server is asked which chats are here, the bar shows no share; a failure says so', async () => {
  const checking = held('checkImport', refuse('invalid_request'));
  await choose(exportOf(2));
  const bar = page.getByRole('progressbar', { name: 'Checking which chats you already have…' });
  await expect.element(bar).not.toHaveAttribute('value');
  await checking.release();
  await expect.element(page.getByText(/^The check for chats that you already have failed\./)).toBeVisible();
});

it('chats that are stored already are not sent again, and the page says when a file has no others', async () => {
  await choose(exportOf(3));
  await button('Import').click();
  await expect.element(page.getByText('Imported 3 chats with 6 messages.')).toBeVisible();
  await choose(exportOf(4));
  await expect.element(page.getByText('1 chat with 2 messages to import.')).toBeVisible();
  await expect.element(page.getByText(/^3 chats are here already/)).toBeVisible();
  await button('Import').click();
  await expect.element(page.getByText('Imported 1 chat with 2 messages.')).toBeVisible();
  await choose(exportOf(4));
  await expect.element(page.getByText(ALL_HERE)).toBeVisible();
  await expectCount(button('Import'), 0);
});

it('a file with chats that are here and others that are left out says which of its chats are all here', async () => {
  const chats = [chat(1), { ...chat(2), chat_messages: [] }];
  const file = () => new File([JSON.stringify(chats)], 'conversations.json');
  await choose(file());
  await button('Import').click();
  await expect.element(page.getByText('Imported 1 chat with 2 messages.')).toBeVisible();
  await choose(file());
  await expect.element(page.getByText(ALL_HERE)).toBeVisible();
  await expect.element(page.getByRole('list').getByText('1 chat without messages')).toBeVisible();
});

it.each([
  ['whose chats are all left out', [{ ...chat(1), chat_messages: [] }], '1 chat without messages'],
  ['without chats', [], undefined],
])('a file %s has nothing to import, and none of its chats is said to be here', async (_, chats, leftOut) => {
  await choose(new File([JSON.stringify(chats)], 'conversations.json'));
  await expect.element(page.getByText('This file has no chats that can be imported.')).toBeVisible();
  if (leftOut !== undefined) await expect.element(page.getByRole('list').getByText(leftOut)).toBeVisible();
  await expectCount(page.getByText(/here already/), 0);
  await expectCount(button('Import'), 0);
});

it('chats of a request whose response is lost are counted', async () => {
  await choose(exportOf(3));
  answer('importChats', ({ body }) => {
    const { chats } = body as { chats: ImportedPart[] };
    if (stored.size > 0) return { chats: chats.map(({ chatId }) => ({ chatId, outcome: 'there' as const })) };
    for (const part of chats) stored.set(part.chatId, [part]);
    return unreachable();
  });
  await button('Import').click();
  await expect.element(page.getByText('Imported 3 chats with 6 messages.')).toBeVisible();
  expect(asked('importChats')).toHaveLength(2);
});

it.each([
  ['there', 'Imported 1 chat with 2,002 messages.'],
  ['leaving', '1 chat had been deleted before and is still being removed.'],
] as const)('a chat in several parts with the outcome %s counts once', async (outcome, text) => {
  const { chat_messages, ...rest } = chat(1);
  const long = { ...rest, chat_messages: Array.from({ length: 1_001 }, () => chat_messages).flat() };
  await choose(new File([JSON.stringify([long])], 'conversations.json'));
  answer('importChats', ({ body }) => {
    const { chats } = body as { chats: ImportedPart[] };
    return { chats: chats.map(({ chatId }) => ({ chatId, outcome })) };
  });
  await button('Import').click();
  await expect.element(page.getByText(text)).toBeVisible();
  expect(asked('importChats')).toHaveLength(2);
});

it('chats that are still being removed count once when a paused import continues', async () => {
  await choose(exportOf(60));
  answer('importChats', ({ body }) => {
    const { chats } = body as { chats: ImportedPart[] };
    if (asked('importChats').length === 2) return refuse('import_limit_reached');
    return { chats: chats.map(({ chatId }) => ({ chatId, outcome: 'leaving' as const })) };
  });
  await button('Import').click();
  await button('Continue').click();
  await expect.element(page.getByText(/^60 chats had been deleted before/)).toBeVisible();
});

it('restored chats count as imported, and chats that are still being removed do not', async () => {
  await choose(exportOf(60));
  let restored = 0;
  answer('importChats', ({ body }) => {
    const [first, ...rest] = (body as { chats: ImportedPart[] }).chats;
    if (!first || asked('importChats').length === 2) return refuse('import_limit_reached');
    restored = rest.length;
    const outcomes = rest.map(({ chatId }) => ({ chatId, outcome: 'restored' as const }));
    return { chats: [{ chatId: first.chatId, outcome: 'leaving' as const }, ...outcomes] };
  });
  await button('Import').click();
  await expect.element(button('Continue')).toBeVisible();
  expect(restored).toBeGreaterThan(1);
  await expect.element(page.getByText(`Imported ${restored} of 59 chats.`)).toBeVisible();
});

it('restored chats that are deleted during a pause are not counted when the import continues', async () => {
  await choose(exportOf(60));
  answer('importChats', ({ body }) => {
    const { chats } = body as { chats: ImportedPart[] };
    if (asked('importChats').length === 2) return refuse('import_limit_reached');
    for (const part of chats) stored.set(part.chatId, [part]);
    const outcome = asked('importChats').length === 1 ? ('restored' as const) : ('imported' as const);
    return { chats: chats.map(({ chatId }) => ({ chatId, outcome })) };
  });
  await button('Import').click();
  await expect.element(page.getByText(/Imported [1-9]\d* of 60 chats\./)).toBeVisible();
  stored.clear();
  await button('Continue').click();
  await expect.element(page.getByText('Imported 60 chats with 120 messages.')).toBeVisible();
  await expectCount(page.getByText(/had been deleted/), 0);
});

it('an import can be paused, and the page says after a reload that it was not finished', async () => {
  const big = () => exportOf(8, 'x'.repeat(80_000));
  await choose(big());
  await expect.element(button('Import')).toBeVisible();
  const sending = held('importChats', { chats: [] });
  await button('Import').click();
  await expect.element(page.getByText('Imported 0 of 8 chats…')).toBeVisible();
  await expect.poll(() => asked('importChats')).toHaveLength(1);
  await button('Pause').click();
  await expect.element(page.getByText(/^Paused\. Imported 0 of 8 chats\.$/)).toBeVisible();
  await expect.element(button('Continue')).toBeVisible();
  await sending.release();
  await reopenApp();
  await expect.element(page.getByText(/^The import of conversations\.json was not finished/)).toBeVisible();
});

it('when the import removes the button with the focus, the heading above it has the focus', async () => {
  const found = page.getByRole('heading', { name: 'In conversations.json' });
  await choose(exportOf(8));
  await expect.element(button('Import')).toBeVisible();
  const first = held('importChats', { chats: [] });
  await button('Import').click();
  await expect.element(found).toHaveFocus();
  await userEvent.keyboard('{Tab}');
  await expect.element(button('Pause')).toHaveFocus();
  await expect.poll(() => asked('importChats')).toHaveLength(1);
  await button('Pause').click();
  await expect.element(found).toHaveFocus();
  await first.release();
  const second = held('importChats', { chats: [] });
  await button('Continue').click();
  await expect.element(found).toHaveFocus();
  await userEvent.keyboard('{Tab}');
  await expect.element(button('Pause')).toHaveFocus();
  await expect.poll(() => asked('importChats')).toHaveLength(2);
  await second.release();
  await expect.element(page.getByRole('link', { name: 'Go to your chats' })).toBeVisible();
  await expect.element(found).toHaveFocus();
});

it('when the check of a file begins, is canceled or is tried again, the title has the focus', async () => {
  const title = page.getByRole('heading', { level: 1 });
  const checking = held('checkImport', refuse('invalid_request'));
  await openApp('/import', USER);
  await pressAndUpload('Choose file');
  await expect.poll(() => asked('checkImport')).toHaveLength(1);
  await expect.element(title).toHaveFocus();
  await button('Cancel').click();
  await expect.element(button('Choose file')).toBeVisible();
  await expect.element(title).toHaveFocus();
  await checking.release();
  await pressAndUpload('Choose file');
  await button('Try again').click();
  await expect.element(button('Try again')).toBeVisible();
  await expect.element(title).toHaveFocus();
});

it.each([
  'the user pauses before the answer to the import',
  'the user pauses while they are being pinned',
  'the server cannot be reached for a moment while they are being pinned',
])('chats that are pinned in the file are pinned in the end, if %s', async (when) => {
  const starred = [0, 1, 2].map((n) => ({ ...chat(n), is_starred: n > 0 }));
  await choose(new File([JSON.stringify(starred)], 'conversations.json'));
  await expect.element(button('Import')).toBeVisible();
  const pinned = new Set<string>();
  const pin = ({ input: { chatId = '' } }: Asked) => {
    pinned.add(chatId);
    return { chatId, name: 'Chat', createdAt: '2025-01-02T03:04:05.000Z' };
  };
  answer('setChatPinned', pin);
  const never = Promise.withResolvers<never>().promise;
  if (when.includes('before'))
    answer('importChats', ({ body }) => {
      for (const part of (body as { chats: ImportedPart[] }).chats) stored.set(part.chatId, [part]);
      return never;
    });
  else if (when.includes('pauses')) answer('setChatPinned', () => never);
  else answer('setChatPinned', (at) => (asked('setChatPinned').length === 1 ? unreachable() : pin(at)));
  await button('Import').click();
  if (when.includes('pauses')) {
    await expect.poll(() => asked(when.includes('before') ? 'importChats' : 'setChatPinned')).toHaveLength(1);
    await button('Pause').click();
    answer('setChatPinned', pin);
    await button('Continue').click();
  }
  await expect.element(page.getByText('Imported 3 chats with 6 messages.')).toBeVisible();
  expect(asked('importChats')).toHaveLength(1);
  expect(pinned.size).toBe(2);
});

it('chats that are not pinned yet when the page is reloaded are pinned when the file is chosen again', async () => {
  const starred = () => {
    const chats = [0, 1, 2].map((n) => ({ ...chat(n), is_starred: n > 0 }));
    return new File([JSON.stringify(chats)], 'conversations.json');
  };
  await choose(starred());
  answer('setChatPinned', () => Promise.withResolvers<never>().promise);
  await button('Import').click();
  await expect.poll(() => asked('setChatPinned')).toHaveLength(1);
  const pinned = new Set<string>();
  answer('setChatPinned', ({ input: { chatId = '' } }) => {
    pinned.add(chatId);
    return { chatId, name: 'Chat', createdAt: '2025-01-02T03:04:05.000Z' };
  });
  await cleanup();
  await choose(starred());
  await expect.element(page.getByText(ALL_HERE)).toBeVisible();
  expect(pinned.size).toBe(2);
  await reopenApp();
  await expect.element(button('Choose file')).toBeVisible();
  await expectCount(page.getByText(/was not finished/), 0);
});

it('chats that the server does not pin do not stop the import', async () => {
  await choose(new File([JSON.stringify([{ ...chat(1), is_starred: true }])], 'conversations.json'));
  answer('setChatPinned', refuse('too_many_pinned'));
  await button('Import').click();
  await expect.element(page.getByText('Imported 1 chat with 2 messages.')).toBeVisible();
  expect(asked('setChatPinned')).toHaveLength(1);
});

it('chats that the server fails to pin pause the import at its end, and are pinned when it continues', async () => {
  const starred = [0, 1, 2].map((n) => ({ ...chat(n), is_starred: n === 0 }));
  await choose(new File([JSON.stringify(starred)], 'conversations.json'));
  await expect.element(button('Import')).toBeVisible();
  answer('setChatPinned', refuse('internal'));
  await button('Import').click();
  await expect.element(button('Continue'), { timeout: 20_000 }).toBeVisible();
  await expect
    .element(page.getByText(/^The import was interrupted\..* Imported 3 of 3 chats\./))
    .toBeVisible();
  const pinned: string[] = [];
  answer('setChatPinned', ({ input: { chatId = '' } }) => {
    pinned.push(chatId);
    return { chatId, name: 'Chat', createdAt: '2025-01-02T03:04:05.000Z' };
  });
  await button('Continue').click();
  await expect.element(page.getByText('Imported 3 chats with 6 messages.')).toBeVisible();
  expect(pinned).toHaveLength(1);
  expect(asked('importChats')).toHaveLength(1);
});

it('an import that is unfinished at a logout is not shown to the next user of the tab', async () => {
  await choose(exportOf(2));
  answer('importChats', refuse('import_limit_reached'));
  await button('Import').click();
  await expect.element(button('Continue')).toBeVisible();
  clearPersonalData();
  await cleanup();
  await openApp('/import', ADMIN);
  await expect.element(button('Choose file')).toBeVisible();
  await expectCount(page.getByText(/was not finished/), 0);
});

it('a canceled choice of another file keeps the note of the unfinished import', async () => {
  await choose(exportOf(2));
  answer('importChats', refuse('import_limit_reached'));
  await button('Import').click();
  await expect.element(button('Continue')).toBeVisible();
  await reopenApp();
  const note = page.getByText(/was not finished/);
  await expect.element(note).toBeVisible();
  held('checkImport', refuse('invalid_request'));
  await userEvent.upload(document.querySelector('input[type=file]') ?? document.body, exportOf(3));
  await button('Cancel').click();
  await expect.element(note).toBeVisible();
});

it('the day’s limit pauses the import, and the page says when to continue', async () => {
  await choose(exportOf(2));
  answer('importChats', refuse('import_limit_reached'));
  await button('Import').click();
  await expect.element(page.getByText(/Continue after midnight UTC, with the same file/)).toBeVisible();
  await expect.element(button('Continue')).toBeVisible();
});

it.each([
  ['of another kind', new File(['Dear diary'], 'diary.txt'), /^This file is not an export of chats\./],
  ['that ends in the middle', new File(['[{"uuid": "a"'], 'a.json'), /^This file ends in the middle\./],
])('a file %s is refused, and another can be chosen', async (_, file, text) => {
  await choose(file);
  await expect.element(page.getByText(text)).toBeVisible();
  await expect.element(button('Choose another file')).toBeVisible();
  expect(asked('checkImport')).toEqual([]);
});

it('the page is accessible, light and dark, wide and narrow', async () => {
  await choose(exportOf(2));
  await expect.element(button('Import')).toBeVisible();
  await expectAccessible();
  await narrow();
  await emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce', media: 'screen' });
  await expectAccessible();
});

it('on a phone, an import is begun by keyboard, and the page is accessible after it', async () => {
  await narrow();
  await choose(exportOf(3));
  await focusOn(button('Import'));
  await press('{Enter}');
  await expect.element(page.getByText('Imported 3 chats with 6 messages.')).toBeVisible();
  expect([...stored.values()].flat()).toContainEqual(
    expect.objectContaining({
      name: 'Chat 1',
      turns: expect.arrayContaining([expect.objectContaining({ userText: 'Question 1', text: 'Answer 1' })]),
    }),
  );
  await expectAccessible();
  expectNoSidewaysScroll();
});
