/** The page for instructions and saved prompts. */
import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { Instructions, SavedPrompt } from '#contract/instructions-and-prompts';
import { expectAccessible } from '../../../../test/components/accessible.ts';
import { openApp, title, USER } from '../../../../test/components/app.tsx';
import { emulateMedia, expectCount, expectTexts, narrow } from '../../../../test/components/browser.ts';
import { answer, asked, held, refuse, unreachable } from '../../../../test/components/server.ts';

const instructions = page.getByRole('textbox', { name: 'How should you be answered?' });
const isOn = page.getByRole('checkbox', { name: 'Use these instructions' });
const card = (name: string) => page.getByRole('region', { name });
const save = card('Instructions').getByRole('button', { name: 'Save' });
const items = card('Saved prompts').getByRole('listitem');
const dialog = page.getByRole('dialog');

let stored: Instructions;
let prompts: SavedPrompt[];

beforeEach(() => {
  stored = { text: '', isOn: true };
  prompts = [
    { promptId: '1', name: 'Mail', text: 'Write a mail to {name}.' },
    { promptId: 'shared-0', name: 'Summary', text: 'Summarise this.', isShared: true },
  ];
  answer('getInstructions', () => stored);
  answer('setInstructions', ({ body }) => {
    stored = body as Instructions; // the client sends what the contract says
    return stored;
  });
  answer('getPrompts', () => ({ prompts }));
  answer('putPrompt', ({ input, body }) => {
    const saved = { promptId: input.promptId ?? '', ...(body as Omit<SavedPrompt, 'promptId'>) };
    prompts = [...prompts.filter(({ promptId }) => promptId !== saved.promptId), saved];
    return saved;
  });
  answer('deletePrompt', ({ input }) => {
    prompts = prompts.filter(({ promptId }) => promptId !== input.promptId);
    return { promptId: input.promptId ?? '' };
  });
});

async function openPage(): Promise<void> {
  await openApp('/personalize', USER);
  await expect.element(page.getByRole('heading', { level: 1, name: 'Personalize' })).toBeVisible();
}

describe('instructions', () => {
  it('are saved as typed, and switched off without losing them', async () => {
    await openPage();
    await expect.poll(title).toMatch(/^Personalize · /);
    await instructions.fill('Answer briefly.');
    await save.click();
    await expect.element(page.getByText('Saved. Your next message uses it.')).toBeVisible();
    expect(stored).toEqual({ text: 'Answer briefly.', isOn: true });
    await isOn.click();
    await save.click();
    await expect.element(page.getByText('Saved, and not used until you switch it on.')).toBeVisible();
    expect(stored).toEqual({ text: 'Answer briefly.', isOn: false });
    await expect.element(instructions).toHaveValue('Answer briefly.');
  });

  it('that are too long are not sent, and the page says by how much', async () => {
    await openPage();
    await instructions.fill('x'.repeat(2_003));
    await expect.element(page.getByText('3 characters too many')).toBeVisible();
    await save.click({ force: true });
    expect(asked('setInstructions')).toEqual([]);
  });

  it('that could not be saved stay in the field, and the next try can succeed', async () => {
    await openPage();
    answer('setInstructions', unreachable());
    await instructions.fill('Answer briefly.');
    await save.click();
    await expect.element(page.getByText(/^Your instructions could not be saved\./)).toBeVisible();
    await expect.element(instructions).toHaveValue('Answer briefly.');
    answer('setInstructions', { text: 'Answer briefly.', isOn: true });
    await save.click();
    await expect.element(page.getByText('Saved. Your next message uses it.')).toBeVisible();
    await expectCount(page.getByText(/^Your instructions could not be saved\./), 0);
  });

  it('that could not be loaded can be loaded again; no empty field stands in their place', async () => {
    answer('getInstructions', unreachable());
    await openPage();
    await expect.element(page.getByText('Your instructions could not be loaded.')).toBeVisible();
    await expectCount(instructions, 0);
    answer('getInstructions', { text: 'Answer briefly.', isOn: true });
    await card('Instructions').getByRole('button', { name: 'Retry' }).click();
    await expect.element(instructions).toHaveValue('Answer briefly.');
    await expect.element(page.getByRole('heading', { name: 'Instructions' })).toHaveFocus();
  });

  it('a second click while they are saved saves once', async () => {
    await openPage();
    await instructions.fill('Answer briefly.');
    const saving = held('setInstructions', { text: 'Answer briefly.', isOn: true });
    await save.click();
    const button = card('Instructions').getByRole('button', { name: 'Saving…' });
    await expect.element(button).toBeVisible();
    await button.click({ force: true });
    await saving.release();
    await expect.element(page.getByText('Saved. Your next message uses it.')).toBeVisible();
    expect(asked('setInstructions')).toHaveLength(1);
  });

  it('edited while they are saved are sent only after the first save has ended, and the edit is not called saved', async () => {
    await openPage();
    const first = held('setInstructions', { text: 'Answer briefly.', isOn: true });
    await instructions.fill('Answer briefly.');
    await save.click();
    await expect.poll(() => asked('setInstructions')).toHaveLength(1);
    await instructions.fill('Answer at length.');
    const button = card('Instructions').getByRole('button', { name: 'Saving…' });
    await expect.element(button).toBeVisible();
    await button.click({ force: true });
    expect(asked('setInstructions')).toHaveLength(1);
    await first.release();
    await expect.element(save).toBeVisible();
    await expectCount(page.getByText('Saved. Your next message uses it.'), 0);
    answer('setInstructions', { text: 'Answer at length.', isOn: true });
    await save.click();
    await expect.element(page.getByText('Saved. Your next message uses it.')).toBeVisible();
    expect(asked('setInstructions').map(({ body }) => body)).toEqual([
      { text: 'Answer briefly.', isOn: true },
      { text: 'Answer at length.', isOn: true },
    ]);
  });

  it('edited while a save runs that then fails stay as edited, and the failure is told', async () => {
    await openPage();
    const first = held('setInstructions', unreachable());
    await instructions.fill('Answer briefly.');
    await save.click();
    await expect.poll(() => asked('setInstructions')).toHaveLength(1);
    await instructions.fill('Answer at length.');
    await first.release();
    await expect.element(page.getByText(/^Your instructions could not be saved\./)).toBeVisible();
    await expect.element(instructions).toHaveValue('Answer at length.');
  });
});

describe('saved prompts', () => {
  it('are listed with the operator’s, which cannot be changed', async () => {
    await openPage();
    await expectTexts(items, [/^Mail ?Write a mail/, /^Summary ?Summarise this\. ?For everybody$/]);
    await expectCount(items.nth(1).getByRole('button'), 0);
  });

  it('are added, changed and removed', async () => {
    await openPage();
    await page.getByRole('button', { name: 'Add prompt' }).click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect.element(dialog.getByText('Give the prompt a name.')).toBeVisible();
    await expect.element(dialog.getByRole('textbox', { name: 'Name' })).toHaveFocus();
    await dialog.getByRole('textbox', { name: 'Name' }).fill('رسالة');
    await dialog.getByRole('textbox', { name: 'Text' }).fill('اكتب رسالة إلى {name}');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expectCount(dialog, 0);
    await expectCount(items, 3);
    await page.getByRole('button', { name: 'Edit Mail' }).click();
    await dialog.getByRole('textbox', { name: 'Text' }).fill('Write to {name}.');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect.element(page.getByText('Mail is saved.')).toBeVisible();
    expect(prompts.find(({ name }) => name === 'Mail')?.text).toBe('Write to {name}.');
    await page.getByRole('button', { name: 'Remove Mail' }).click();
    await expect.element(page.getByText('Mail was removed.')).toBeVisible();
    await expect.element(page.getByRole('heading', { name: 'Saved prompts' })).toHaveFocus();
    await expectCount(items, 2);
  });

  it.each(['Add prompt', 'Edit Mail'])(
    'a prompt that is saved after its dialog was closed leaves the next dialog open: %s',
    async (next) => {
      await openPage();
      await page.getByRole('button', { name: 'Edit Mail' }).click();
      const saving = held('putPrompt', { promptId: '1', name: 'Mail', text: 'Write a mail to {name}.' });
      await dialog.getByRole('button', { name: 'Save' }).click();
      await expect.element(dialog.getByRole('button', { name: 'Saving…' })).toBeVisible();
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await expectCount(dialog, 0);
      await page.getByRole('button', { name: next }).click();
      await dialog.getByRole('textbox', { name: 'Text' }).fill('Typed meanwhile');
      await saving.release();
      await expect.element(page.getByText('Mail is saved.')).toBeInTheDocument();
      expect(dialog.getByRole('textbox', { name: 'Text' }).elements()).toHaveLength(1);
      await expect.element(dialog.getByRole('textbox', { name: 'Text' })).toHaveValue('Typed meanwhile');
    },
  );

  it('a refused prompt stays in the dialog with the reason', async () => {
    await openPage();
    answer('putPrompt', refuse('too_many_prompts'));
    await page.getByRole('button', { name: 'Add prompt' }).click();
    await dialog.getByRole('textbox', { name: 'Name' }).fill('One more');
    await dialog.getByRole('textbox', { name: 'Text' }).fill('Text');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect.element(dialog.getByText(/^You have saved as many prompts/)).toBeVisible();
    await expect.element(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('One more');
  });

  it('a failed removal keeps the prompt and says so', async () => {
    await openPage();
    answer('deletePrompt', unreachable());
    await page.getByRole('button', { name: 'Remove Mail' }).click();
    await expect.element(page.getByText(/^The prompt could not be removed\./)).toBeVisible();
    await expectCount(items, 2);
  });

  it('that could not be loaded can be loaded again, and the title then has the focus', async () => {
    answer('getPrompts', unreachable());
    await openPage();
    await expect.element(card('Saved prompts').getByRole('alert')).toBeVisible();
    answer('getPrompts', () => ({ prompts }));
    await card('Saved prompts').getByRole('button', { name: 'Retry' }).click();
    await expectCount(items, 2);
    await expect.element(page.getByRole('heading', { name: 'Saved prompts' })).toHaveFocus();
  });

  it('an empty list says so', async () => {
    prompts = [];
    await openPage();
    await expect.element(page.getByText('You have not saved a prompt yet.')).toBeVisible();
    await expectCount(items, 0);
  });
});

it('the page is accessible, light and dark, wide and narrow, with the dialog open too', async () => {
  await openPage();
  await expectCount(items, 2);
  await expectAccessible();
  await narrow();
  await emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce', media: 'screen' });
  await expectAccessible();
  await page.getByRole('button', { name: 'Add prompt' }).click();
  await expect.element(dialog).toBeVisible();
  await expectAccessible();
});
