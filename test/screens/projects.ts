import type { Page } from 'playwright';
import { composer } from '../e2e/fixtures.ts';
import { hideSidebar, type Session, showSidebar } from './picture-session.ts';

const LONG_NAME = `${'Quittung-und-Rechnung-'.repeat(6)}2026.csv`;
const RTL_NAME = 'תוכנית הבית.txt';

const textFile = (name: string, mimeType = 'text/plain') => ({
  ...{ name, mimeType, buffer: Buffer.from(mimeType === 'text/plain' ? name : '%PDF-1.4 broken') },
});
const files = (page: Page) => page.getByRole('list', { name: 'Files of this project' }).getByRole('listitem');
const inPhase = (page: Page, phase: string) => files(page).and(page.locator(`[data-phase="${phase}"]`));
const choose = async (page: Page, names: readonly string[]): Promise<void> => {
  const before = await files(page).count();
  await page.locator('input[data-project-files]').setInputFiles(names.map((name) => textFile(name)));
  await inPhase(page, 'ready')
    .nth(before + names.length - 1)
    .waitFor();
};

/** Takes pictures of a project, its menu, and its files, from none to the largest number. */
export async function projectScreens(session: Session): Promise<void> {
  const { page, shoot } = session;
  await showSidebar(session);
  await page.getByRole('button', { name: 'New project' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('House');
  await shoot('project-new');
  await page.keyboard.press('Enter');
  const project = page.getByRole('button', { name: 'House', exact: true });
  await project.waitFor();
  await project.hover();
  await page.getByRole('button', { name: 'Project options: House' }).click();
  await page.getByRole('menuitem', { name: 'Files', exact: true }).waitFor();
  await shoot('project-menu');
  await page.getByRole('menuitem', { name: 'Files', exact: true }).click();
  await page.getByText('No files yet.').waitFor();
  await page.getByText('20 MB each').waitFor();
  await shoot('project-files-empty');
  await choose(page, ['notes.txt', LONG_NAME, RTL_NAME]);
  await shoot('project-files');
  await page.locator('input[data-project-files]').setInputFiles([textFile('broken.pdf', 'application/pdf')]);
  await inPhase(page, 'failed').waitFor();
  await shoot('project-files-failed');
  await page.getByRole('button', { name: 'Remove broken.pdf' }).click();
  await inPhase(page, 'failed').waitFor({ state: 'detached' });
  await choose(
    page,
    Array.from({ length: 7 }, (_, i) => `Paper ${i + 1}.txt`),
  );
  await page.getByText('This project has 10 files').waitFor();
  await shoot('project-files-full');
  await page.getByRole('button', { name: 'Remove notes.txt' }).click();
  await page.getByRole('alertdialog').waitFor();
  await shoot('project-files-remove');
  await page.keyboard.press('Escape');
  await page.getByRole('alertdialog').waitFor({ state: 'hidden' });
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await hideSidebar(session);
  await composer(page).waitFor();
}
