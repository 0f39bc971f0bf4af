/** Shared by the functions that take pictures of the screens (`test/screenshots.ts`). */
import type { Page } from 'playwright';
import type { TestStack } from '../support/stack.ts';

/** A browser of one size and colour scheme, and where its pictures go. */
export interface Session {
  readonly page: Page;
  readonly stack: TestStack;
  readonly isNarrow: boolean;
  /** Takes a picture of the page, named after the state it shows. */
  readonly shoot: (state: string) => Promise<unknown>;
}

/** Opens the sidebar on a narrow screen, where it is closed at first. */
export async function showSidebar({ page, isNarrow }: Session): Promise<void> {
  const open = page.getByRole('button', { name: 'Open menu' });
  if (isNarrow && (await open.isVisible())) await open.click();
}

export async function hideSidebar({ page, isNarrow }: Session): Promise<void> {
  const close = page.getByRole('button', { name: 'Close menu' });
  if (isNarrow && (await close.isVisible())) await page.keyboard.press('Escape');
}

/** Runs a step that may fail, for example because a feature is switched off. A failure is a warning on the console. */
export async function attempt(what: string, step: () => Promise<void>): Promise<void> {
  await step().catch((error: unknown) => {
    const [reason] = String(error instanceof Error ? error.message : error).split('\n');
    console.warn(`No picture of ${what}: ${reason}`);
  });
}
