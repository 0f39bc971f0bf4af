/** A user's own instructions, from their page to the model. */
import type { Page } from 'playwright/test';
import { expect, expectAccessible, openTab, send, test } from './fixtures.ts';
import { openPage } from './sidebar.ts';

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
