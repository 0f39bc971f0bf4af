import type { Page } from 'playwright';
import { composer, send } from '../e2e/fixtures.ts';
import { pdfOf } from '../support/sample-files.ts';
import { docxOf } from '../support/sample-office.ts';
import { attempt, type Session } from './picture-session.ts';

interface Chosen {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

const LONG_NAME = 'Minutes of the third meeting about the renovation of the harbour, final, corrected.docx';
const ARABIC_NAME = 'خطة الرحلة إلى لشبونة.txt';
const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

const textFile = (name: string): Chosen => ({
  name,
  mimeType: 'text/plain',
  buffer: Buffer.from('Three days in Lisbon, on foot.\n'.repeat(200)),
});
const documents = (): readonly Chosen[] => [
  {
    name: 'Timetable.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from(pdfOf(Array.from({ length: 12 }, (_, i) => `Page ${i + 1}`))),
  },
  { name: LONG_NAME, mimeType: WORD, buffer: Buffer.from(docxOf(['Minutes'])) },
  textFile(ARABIC_NAME),
];

const DRAG = `(() => {
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File(['a'], 'a.txt'));
  document.body.dispatchEvent(new DragEvent('dragover', { dataTransfer, bubbles: true, cancelable: true }));
})()`;
const PASTE = `(() => {
  const clipboardData = new DataTransfer();
  clipboardData.setData('text/plain', 'word '.repeat(900));
  const paste = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
  document.querySelector('[data-tour="input"] textarea').dispatchEvent(paste);
})()`;

/** Files from the composer to a sent message, with what can go wrong with them. */
export async function fileScreens(session: Session): Promise<void> {
  const { page, stack } = session;
  const pictures = await paintings(page);
  stack.replyWith('A harbour at sunset, and a street that climbs a hill.');
  await attempt('files in the composer', () => composerScreens(session, pictures));
  await attempt('files of messages', () => messageScreens(session, pictures));
  await page.reload();
  await composer(page).waitFor();
  stack.replyWith('A plain reply.');
}

/** Pictures with shapes in them: one wide, one high. */
async function paintings(page: Page): Promise<readonly Chosen[]> {
  const easel = await page.context().newPage();
  const paint = async (name: string, width: number, height: number, colours: string): Promise<Chosen> => {
    await easel.setViewportSize({ width, height });
    await easel.setContent(
      `<body style="margin: 0; height: 100vh; background: radial-gradient(circle at 70% 35%, #fff6d5 0 9%, transparent 10%), linear-gradient(${colours})">`,
    );
    return { name, mimeType: 'image/png', buffer: await easel.screenshot() };
  };
  const wide = await paint('harbour at sunset.png', 1200, 700, '#29476b, #e08a5b 60%, #274b56 60%, #16303a');
  const high = await paint('street.png', 500, 1000, '#9fc6e8 40%, #d7b98c 40%, #7c5a3c');
  await easel.close();
  return [wide, high];
}

const choose = (page: Page, ...files: readonly Chosen[]) =>
  page.locator('input[data-files]').setInputFiles([...files]);
const chips = (page: Page) => page.getByRole('list', { name: 'Files of your message' }).getByRole('listitem');
const ready = (page: Page, count: number) =>
  page
    .locator('[data-phase="ready"]')
    .nth(count - 1)
    .waitFor();

async function composerScreens({ page, shoot }: Session, pictures: readonly Chosen[]): Promise<void> {
  await choose(page, { name: 'empty.txt', mimeType: 'text/plain', buffer: Buffer.alloc(0) });
  await page.getByText('\u2068empty.txt\u2069 is empty.').waitFor();
  await shoot('files-refused');
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await choose(page, ...pictures.slice(0, 1), ...documents());
  await ready(page, 4);
  // An upload that never ends, and a file that is named as a picture but is none.
  const hang = (): void => undefined;
  const isUpload = (url: URL) => url.pathname.includes('/uploads/');
  await page.route(isUpload, hang);
  await choose(page, textFile('notes of the journey.txt'));
  await chips(page).getByRole('progressbar').waitFor();
  await choose(page, { name: 'damaged.png', mimeType: 'image/png', buffer: Buffer.from('no picture') });
  await page.locator('[data-phase="failed"]').waitFor();
  await composer(page).fill('What is in these?');
  await shoot('files-composer');
  await page.unroute(isUpload, hang);
  for (const name of ['notes of the journey.txt', 'damaged.png'])
    await chips(page).filter({ hasText: name }).getByRole('button').last().click();
  await page.evaluate(DRAG);
  await page.getByText('Drop files to add').waitFor();
  await shoot('files-drop');
  await page.evaluate("document.body.dispatchEvent(new DragEvent('dragleave', { bubbles: true }))");
  await page.evaluate(PASTE);
  await composer(page).fill(`Sum this up: ${'word '.repeat(900)}`);
  await page.getByText('You pasted').waitFor();
  await shoot('files-pasted');
  await composer(page).fill('What is in these?');
}

async function messageScreens({ page, shoot }: Session, pictures: readonly Chosen[]): Promise<void> {
  await composer(page).press('Enter');
  const last = page.getByRole('log').getByRole('list', { name: 'Files' }).last();
  await last.getByRole('img', { includeHidden: true }).first().waitFor();
  await page.getByText('climbs a hill').waitFor();
  await page.getByRole('button', { name: 'Regenerate' }).waitFor();
  await shoot('files-message');
  await choose(page, ...pictures.slice(0, 1));
  await ready(page, 1);
  await send(page, 'And this one?');
  await page.getByText('climbs a hill').nth(1).waitFor();
  await last.locator('img').waitFor();
  await shoot('files-picture');
  await choose(page, ...pictures, textFile('notes.txt'));
  await ready(page, 3);
  await send(page, 'What do these have in common?');
  await page.getByText('climbs a hill').nth(2).waitFor();
  await shoot('files-mixed');
  await page
    .getByRole('button', { name: /^Enlarge street/ })
    .last()
    .click();
  await page.getByRole('dialog').getByRole('img').waitFor();
  await shoot('files-viewer');
  await page.keyboard.press('Escape');
  const question = page.getByRole('article').filter({ hasText: 'in common' }).last();
  await question.hover();
  await question.getByRole('button', { name: 'Edit' }).click();
  await shoot('files-edit');
  await page.keyboard.press('Escape');
  await question.hover();
  await question.getByRole('button', { name: 'Remove a file' }).click();
  await shoot('files-remove-menu');
  await page.getByRole('menuitem', { name: 'Remove notes.txt' }).click();
  await page.getByRole('alertdialog').waitFor();
  await shoot('files-remove');
  await page.getByRole('button', { name: 'Remove file' }).click();
  await question.getByText('Removed').waitFor();
  await shoot('files-removed');
}
