import type { FileInfo, Message } from '#contract/entities';
import { replyStatusCopy } from '../../../lib/exported-reply-status-copy.ts';
import { formatBytes } from '../../../lib/format-bytes.ts';
import { IncrementalMarkdown } from '../markdown/incremental-markdown.ts';
import { pdfCopy } from './copy.ts';
import { addBlocks, addPlain, BODY } from './layout/markdown-blocks.ts';
import { MARGIN, PageFlow, WIDTH } from './layout/page-flow.ts';
import { type FontFiles, PageRenderer, type PictureSource } from './layout/page-renderer.ts';
import { PAGE, type Photo } from './pdf-file.ts';
import { hasRightToLeft } from './text/bidi.ts';
import { INK, RULE, SOFT, type TextStyle } from './text/text-style-and-colors.ts';

export interface PdfContent {
  readonly title: string;
  readonly productName: string;
  readonly messages: readonly Message[];
  /** ISO 8601. */
  readonly exportedAt: string;
}

/** Pictures in the messages, by file id. A picture that could not be read or was removed is missing. */
export type Photos = ReadonlyMap<string, Photo>;

interface PdfSources {
  readonly fonts: FontFiles;
  readonly pictures: PictureSource;
  readonly photos: Photos;
}

const COLUMN = { x: MARGIN.x, width: WIDTH } as const;
const TITLE: TextStyle = { size: 21, color: INK, bold: true };
const SMALL: TextStyle = { size: 8.5, color: SOFT };
const BETWEEN_MESSAGES = 17;
/** Points that must be free for the sender's name and the beginning of the message below it. */
const AFTER_NAME = 110;
/** Largest height of a photo, in points. */
const PHOTO_MAX_HEIGHT = 420;
/** Points that must be free below a photo, so that the name of its file is on the same page. */
const AFTER_PHOTO = 16;

interface MessageParts {
  readonly productName: string;
  readonly photos: Photos;
}

/**
 * Lays out a chat as a PDF file. Text beyond Latin, Greek and Cyrillic, and each line with text from right to left,
 * become pictures that the browser draws, with invisible text over them. `onMessage` receives the number of messages
 * laid out.
 */
export function makePdf(
  content: PdfContent,
  { fonts, pictures, photos }: PdfSources,
  onMessage: (done: number) => void,
): ArrayBuffer {
  const flow = new PageFlow(new PageRenderer(content.title, fonts, pictures));
  addTitle(flow, content);
  content.messages.forEach((message, i) => {
    addMessage(flow, message, { productName: content.productName, photos });
    onMessage(i + 1);
  });
  addPageNumbers(flow);
  return flow.renderer.file.bytes();
}

const dateTime = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const timeOf = (iso: string): string => {
  const at = new Date(iso);
  return Number.isNaN(at.getTime()) ? '' : dateTime.format(at);
};

function addTitle(flow: PageFlow, { title, messages, exportedAt }: PdfContent): void {
  flow.text([{ text: title, style: TITLE }], COLUMN);
  flow.gap(2);
  const about = pdfCopy.document.about(timeOf(exportedAt), messages.length);
  flow.text([{ text: about, style: SMALL }], COLUMN);
  flow.gap(12);
  flow.rule(COLUMN, RULE);
}

function addMessage(flow: PageFlow, message: Message, { productName, photos }: MessageParts): void {
  const { role, content, createdAt, status, files = [] } = message;
  const name = role === 'user' ? pdfCopy.document.you : productName || pdfCopy.document.assistant;
  flow.gap(BETWEEN_MESSAGES);
  flow.ensureRoom(AFTER_NAME);
  flow.text(
    [
      { text: name, style: { ...BODY, bold: true } },
      { text: `  ${timeOf(createdAt)}`, style: SMALL },
    ],
    { ...COLUMN, align: 'left' },
  );
  flow.gap(3);
  // A user's text is shown as plain text, as on the screen.
  if (role === 'user') addPlain(flow, content, COLUMN);
  else addBlocks(flow, tokensOf(content), COLUMN);
  for (const file of files) addFile(flow, file, photos.get(file.fileId));
  const note = status === 'complete' ? undefined : replyStatusCopy[status];
  if (note === undefined) return;
  flow.gap(3);
  flow.text([{ text: note, style: { ...SMALL, italic: true } }], { ...COLUMN, align: 'left' });
}

function addFile(flow: PageFlow, file: FileInfo, photo: Photo | undefined): void {
  const shown = photo && fitted(photo);
  flow.gap(6);
  if (photo && shown) {
    flow.ensureRoom(shown.height + AFTER_PHOTO);
    flow.renderer.photo(photo, { x: MARGIN.x, y: flow.reserve(shown.height), ...shown });
  }
  const { file: words } = pdfCopy.document;
  const name = isolated(file.name);
  const text = file.isRemoved ? words.removed(name) : words.name(name, formatBytes(file.bytes));
  flow.text([{ text, style: SMALL }], { ...COLUMN, align: 'left' });
}

/** Isolates a right-to-left name. Otherwise the file size after the name could be drawn within the name. */
const isolated = (name: string): string => (hasRightToLeft(name) ? `\u2068${name}\u2069` : name);

/** Returns a photo's size on the page, in points. A pixel takes half a point, or less if the photo would not fit. */
function fitted({ width, height }: Photo): { width: number; height: number } {
  const scale = Math.min(0.5, WIDTH / width, PHOTO_MAX_HEIGHT / height);
  return { width: width * scale, height: height * scale };
}

const tokensOf = (markdown: string) => new IncrementalMarkdown().update(markdown).map(({ token }) => token);

function addPageNumbers({ renderer }: PageFlow): void {
  const count = renderer.file.pageCount;
  for (let page = 1; page <= count; page += 1) {
    renderer.file.goToPage(page);
    const text = pdfCopy.document.page(page, count);
    const width = renderer.widthOf(text, SMALL);
    const piece = { kind: 'text', text, style: SMALL, width, level: 0 } as const;
    renderer.line({ pieces: [piece], width }, (PAGE.width - width) / 2, PAGE.height - MARGIN.bottom / 2);
  }
}
