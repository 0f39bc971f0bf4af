/** Saved prompts in the message input: a slash offers them, and one is inserted. */
import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { http } from '#contract/http-calls';
import type { SavedPrompt } from '#contract/instructions-and-prompts';
import { expectAccessible } from '../../../../../test/components/accessible.ts';
import { USER } from '../../../../../test/components/app.tsx';
import {
  emulateMedia,
  endComposition,
  expectCount,
  expectTexts,
  narrow,
  press,
} from '../../../../../test/components/browser.ts';
import {
  composer,
  log,
  more,
  morePages,
  openChat,
  openMenu,
} from '../../../../../test/components/chat-screen.ts';
import { server, startChats } from '../../../../../test/components/chats.ts';
import { answer, asked, held, unreachable } from '../../../../../test/components/server.ts';

startChats();

const list = page.getByRole('listbox', { name: 'Saved prompts' });
const options = list.getByRole('option');
const active = () => {
  const id = composer.element().getAttribute('aria-activedescendant');
  return id === null ? undefined : document.getElementById(id)?.textContent;
};
const sent = () => server.frames.filter(({ action }) => action === 'chat');

let prompts: SavedPrompt[];
beforeEach(() => {
  prompts = [
    { promptId: '1', name: 'Mail', text: 'Write a mail to {name} about {topic}.' },
    { promptId: '2', name: 'Résumé', text: 'Polish this.' },
    { promptId: 'shared-0', name: 'Summary', text: 'Summarise this mail.', isShared: true },
  ];
  answer('getPrompts', () => ({ prompts }));
});

async function type(text: string): Promise<void> {
  await composer.click();
  await press(text);
}

it('a slash offers the prompts; arrows, Enter and Tab choose; placeholders are filled in', async () => {
  await openChat();
  await type('/');
  await expectTexts(options, [/^Mail/, /^Résumé/, /^Summary/]);
  await expect.poll(active).toMatch(/^Mail/);
  await press('{ArrowUp}');
  await expect.poll(active).toMatch(/^Summary/);
  await press('{ArrowDown}');
  await expect.poll(active).toMatch(/^Mail/);
  await press('{Enter}');
  await expect.element(composer).toHaveValue('Write a mail to {name} about {topic}.');
  await expectCount(list, 0);
  await press('Ada{Tab}tea');
  await expect.element(composer).toHaveValue('Write a mail to Ada about tea.');
  expect(sent()).toEqual([]);
  await press('{Enter}');
  await expect.poll(sent).toHaveLength(1);
});

it('on a phone a prompt is saved, picked with a slash, filled in and sent', async () => {
  prompts = [];
  answer('getInstructions', { text: '', isOn: true });
  answer('putPrompt', ({ input: { promptId = '' }, body }) => {
    const prompt = { promptId, ...http.putPrompt.body.parse(body) };
    prompts = [prompt];
    return prompt;
  });
  await narrow();
  await openChat();
  await openMenu.click();
  await more.click();
  await morePages.getByRole('link', { name: 'Personalize' }).click();
  await page.getByRole('button', { name: 'Add prompt' }).click();
  const dialog = page.getByRole('dialog', { name: 'New prompt' });
  await dialog.getByLabelText('Name').fill('Invitation');
  await dialog.getByLabelText('Text').fill('Invite {name} to {event}.');
  await expectAccessible();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.element(page.getByText('Invitation is saved.')).toBeVisible();
  await page.getByRole('link', { name: 'Back to your chats' }).click();
  await type('/inv');
  await expectTexts(options, [/^Invitation/]);
  await options.click();
  await expect.element(composer).toHaveValue('Invite {name} to {event}.');
  await press('Ada{Tab}tea{Enter}');
  await expect.element(log.getByText('Invite Ada to tea.')).toBeVisible();
  await expect.element(log.getByText('A plain reply.')).toBeVisible();
});

it('what follows the slash filters by name and text, without case and accents', async () => {
  await openChat();
  await type('/resume');
  await expectTexts(options, [/^Résumé/]);
  await composer.fill('/MAIL');
  await expectTexts(options, [/^Mail/, /^Summary/]);
  await press('{Tab}');
  await expect.element(composer).toHaveValue('Write a mail to {name} about {topic}.');
});

it('Undo brings back what was typed', async () => {
  await openChat();
  await type('/pol');
  await expectTexts(options, [/^Résumé/]);
  await press('{Enter}');
  await expect.element(composer).toHaveValue('Polish this.');
  await press('{Control>}z{/Control}');
  await expect.element(composer).toHaveValue('/pol');
});

it('a click inserts a prompt, and the focus stays in the input', async () => {
  await openChat();
  await type('/');
  await options.nth(1).click();
  await expect.element(composer).toHaveValue('Polish this.');
  await expect.element(composer).toHaveFocus();
});

it('Escape and Enter of an input method’s composition leave the list open', async () => {
  await openChat();
  await type('/mail');
  await expectCount(options, 2);
  const pressed = { key: 'Escape', isComposing: true, bubbles: true, cancelable: true };
  expect(composer.element().dispatchEvent(new KeyboardEvent('keydown', pressed))).toBe(true);
  for (const key of ['Escape', 'Enter']) expect(endComposition(composer, key)).toBe(true);
  await expectCount(options, 2);
  await press('{Escape}');
  await expectCount(list, 0);
});

it('Escape closes the list and keeps the text, which can then be sent', async () => {
  await openChat();
  await type('/mail');
  await expectCount(options, 2);
  await press('{Escape}');
  await expectCount(list, 0);
  expect(composer.element().getAttribute('aria-controls')).toBeNull();
  await press('{Enter}');
  await expect
    .poll(() => sent().map(({ data }) => data && 'message' in data && data.message))
    .toEqual(['/mail']);
});

it('Escape is not taken while the list is hidden, and the list opens when the words match again', async () => {
  await openChat();
  await type('/');
  await expectCount(options, 3);
  await press('etc hosts');
  await expectCount(list, 0);
  const pressed = { key: 'Escape', bubbles: true, cancelable: true };
  expect(composer.element().dispatchEvent(new KeyboardEvent('keydown', pressed))).toBe(true);
  await composer.fill('/mail');
  await expectCount(options, 2);
});

it('words that match no prompt show a notice; the notice goes when the message is typed on', async () => {
  await openChat();
  await type('/zzz');
  await expect.element(page.getByText('No saved prompt matches.')).toBeVisible();
  await press(' is a path');
  await expectCount(page.getByText('No saved prompt matches.'), 0);
  for (const name of ['aria-autocomplete', 'aria-controls'])
    expect(composer.element().getAttribute(name)).toBeNull();
  await press('{Enter}');
  await expect.poll(sent).toHaveLength(1);
});

it('without saved prompts, the list says so and links to the page that adds one', async () => {
  prompts = [];
  await openChat();
  await type('/');
  await expect.element(page.getByText('You have not saved a prompt yet.')).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: 'Manage prompts' }))
    .toHaveAttribute('href', '/personalize');
});

it('Enter and Tab do nothing while the prompts are loading', async () => {
  const reading = held('getPrompts', { prompts });
  // The prompts of a user are shown from the last read on.
  await openChat('/chat', { ...USER, email: 'grace@example.com' });
  await type('/mail');
  await expect.element(page.getByText('Loading your prompts')).toBeVisible();
  await press('{Enter}{Tab}');
  await expect.element(composer).toHaveFocus();
  await expect.element(composer).toHaveValue('/mail');
  await reading.release();
  await expect.poll(active).toMatch(/^Mail/);
  await press('{Enter}');
  await expect.element(composer).toHaveValue('Write a mail to {name} about {topic}.');
  expect(sent()).toEqual([]);
});

it('a failed read can be retried, and each slash reads the prompts again', async () => {
  answer('getPrompts', unreachable());
  // Another user, because prompts that were read before are shown also after a failure.
  await openChat('/chat', { ...USER, email: 'first.visit@example.com' });
  await type('/');
  await expect.element(page.getByText('Your prompts could not be loaded.')).toBeVisible();
  answer('getPrompts', () => ({ prompts }));
  await page.getByRole('button', { name: 'Retry' }).click();
  await expectCount(options, 3);
  prompts = prompts.slice(1);
  await composer.fill('');
  await composer.fill('/');
  await expectCount(options, 2);
  expect(asked('getPrompts')).toHaveLength(3);
});

it('the list is accessible, wide and narrow, light and dark', async () => {
  await openChat();
  await type('/');
  await expectCount(options, 3);
  await expectAccessible();
  await narrow();
  await emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce', media: 'screen' });
  await expectAccessible();
});
