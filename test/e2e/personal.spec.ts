/** A user's own instructions and saved prompts, from their page to the model; and the export of one chat. */
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright/test';
import { composer, expect, expectAccessible, openTab, send, test } from './fixtures.ts';
import { openPage } from './sidebar.ts';

const NARROW = { width: 390, height: 844 };
const systemOf = (call: unknown): string =>
  JSON.stringify((call as { system?: unknown } | undefined)?.system);

/** Opens the page by the sidebar's link. */
async function openPersonalize(page: Page): Promise<void> {
  await openPage(page, 'Personalize');
  await expect(page.getByRole('heading', { name: 'Personalize', level: 1 })).toBeVisible();
}

test('instructions written by keyboard are told to the model from another tab too, until they are switched off', async ({
  chat,
  stack,
}) => {
  const other = await openTab(chat);
  stack.replyWith('Before.');
  await send(other, 'First');
  await expect(other.getByText('Before.')).toBeVisible();
  expect(systemOf(stack.lastModelCall())).not.toContain('Answer in rhymes');
  await openPersonalize(chat);
  await expectAccessible(chat);
  const text = chat.getByRole('textbox', { name: 'How should you be answered?' });
  await text.focus();
  await chat.keyboard.type('Answer in rhymes.');
  const save = chat.getByRole('region', { name: 'Instructions' }).getByRole('button', { name: 'Save' });
  for (let i = 0; i < 2; i++) await chat.keyboard.press('Tab');
  await expect(save).toBeFocused();
  await chat.keyboard.press('Enter');
  await expect(chat.getByText('Saved. Your next message uses it.')).toBeVisible();
  stack.replyWith('A bee by the sea.');
  await send(other, 'Second');
  await expect(other.getByText('A bee by the sea.')).toBeVisible();
  expect(systemOf(stack.lastModelCall())).toContain('Answer in rhymes.');

  await chat.getByRole('checkbox', { name: 'Use these instructions' }).press(' ');
  await save.click();
  await expect(chat.getByText('Saved, and not used until you switch it on.')).toBeVisible();
  stack.replyWith('Plain again.');
  await send(other, 'Third');
  await expect(other.getByText('Plain again.')).toBeVisible();
  expect(systemOf(stack.lastModelCall())).not.toContain('Answer in rhymes');
});

test('on a phone a prompt is saved, picked with a slash, filled in and sent', async ({ chat, stack }) => {
  await chat.setViewportSize(NARROW);
  await chat.getByRole('button', { name: 'Open menu' }).click();
  await openPersonalize(chat);
  await chat.getByRole('button', { name: 'Add prompt' }).click();
  const dialog = chat.getByRole('dialog', { name: 'New prompt' });
  await dialog.getByLabel('Name').fill('Mail');
  await dialog.getByLabel('Text').fill('Write a mail to {name} about {topic}.');
  await expectAccessible(chat);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(chat.getByText('Mail is saved.')).toBeVisible();
  await chat.getByRole('link', { name: 'Back to your chats' }).click();
  await composer(chat).pressSequentially('/ma');
  const list = chat.getByRole('listbox', { name: 'Saved prompts' });
  await expect(list.getByRole('option')).toHaveText([/^Mail/]);
  await expectAccessible(chat);
  await list.getByRole('option', { name: /^Mail/ }).click();
  await expect(composer(chat)).toHaveValue('Write a mail to {name} about {topic}.');
  await chat.keyboard.type('Ada');
  await chat.keyboard.press('Tab');
  await chat.keyboard.type('tea');
  stack.replyWith('Dear Ada, ...');
  await chat.keyboard.press('Enter');
  await expect(chat.getByText('Write a mail to Ada about tea.')).toBeVisible();
  await expect(chat.getByText('Dear Ada, ...')).toBeVisible();
});

test.describe('one chat', () => {
  /** Picks from the dialog, and reads the file that is saved. */
  async function save(page: Page, kind: string): Promise<{ name: string; content: Buffer }> {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page
        .getByRole('dialog')
        .getByRole('button', { name: new RegExp(`^${kind}`) })
        .click(),
    ]);
    return { name: download.suggestedFilename(), content: await readFile(await download.path()) };
  }

  test.beforeEach(async ({ chat, stack }) => {
    stack.replyWith('Wrens are **small**.');
    await send(chat, 'About wrens');
    await expect(chat.getByText('Wrens are small.')).toBeVisible();
  });

  test('is exported as Markdown and JSON, and copied', async ({ chat, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await chat.getByRole('button', { name: 'Export or copy chat' }).click();
    const dialog = chat.getByRole('dialog', { name: 'Export or copy chat' });
    await expectAccessible(chat);
    const markdown = await save(chat, 'Markdown');
    expect(markdown.name).toMatch(/^About wrens \d{4}-\d\d-\d\d\.md$/);
    expect(markdown.content.toString()).toMatch(
      /^# About wrens\n[\s\S]*About wrens\n[\s\S]*Wrens are \*\*small\*\*\.\n$/,
    );
    const json = JSON.parse((await save(chat, 'JSON')).content.toString());
    expect(json.chats).toMatchObject([{ name: 'About wrens' }]);
    expect(json.chats[0].messages.at(-1)).toMatchObject({
      role: 'assistant',
      content: 'Wrens are **small**.',
    });
    await dialog.getByRole('button', { name: /^Copy/ }).click();
    await expect(dialog.getByText('The chat is copied.')).toBeVisible();
    expect(await chat.evaluate<string>('navigator.clipboard.readText()')).toContain('Wrens are **small**.');
  });

  test('is exported as PDF from its menu on a phone', async ({ chat }) => {
    await chat.setViewportSize(NARROW);
    await chat.getByRole('button', { name: 'Open menu' }).click();
    await chat.getByRole('button', { name: 'Chat options: About wrens' }).click();
    await chat.getByRole('menuitem', { name: 'Export or copy…' }).click();
    await expectAccessible(chat);
    const { name, content } = await save(chat, 'PDF');
    expect(name).toMatch(/\.pdf$/);
    expect(content.subarray(0, 5).toString()).toBe('%PDF-');
  });
});
