import type { Message } from '#contract/entities';
import { IncrementalMarkdown } from '../markdown/incremental-markdown.ts';
import { pdfCopy } from './copy.ts';
import { BODY, setBlocks, setPlain } from './layout/blocks.ts';
import { MARGIN, Paper, WIDTH } from './layout/paper.ts';
import { type FontFiles, type PictureSource, Typesetter } from './layout/typesetter.ts';
import { PAGE } from './pdf-file.ts';
import { INK, RULE, SOFT, type TextStyle } from './text/style.ts';

export interface PdfContent {
  readonly title: string;
  readonly productName: string;
  readonly messages: readonly Message[];
  /** Time of the export, ISO 8601. */
  readonly exportedAt: string;
}

export interface PdfSources {
  readonly fonts: FontFiles;
  readonly pictures: PictureSource;
}

const COLUMN = { x: MARGIN.x, width: WIDTH } as const;
const TITLE: TextStyle = { size: 21, color: INK, bold: true };
const SMALL: TextStyle = { size: 8.5, color: SOFT };
const BETWEEN_MESSAGES = 17;
/** Points that must be free for a name and the beginning of its message, which may be a heading. */
const AFTER_NAME = 110;

/**
 * Lays out a chat and returns it as a PDF file. Noto Sans and Noto Sans Mono are embedded for Latin, Greek and
 * Cyrillic. Every other word or sign is a picture drawn by the browser. Invisible text over the picture can be selected
 * and searched. `onMessage` is called after each message with the number of messages laid out.
 */
export function makePdf(
  content: PdfContent,
  { fonts, pictures }: PdfSources,
  onMessage: (done: number) => void,
): ArrayBuffer {
  const paper = new Paper(new Typesetter(content.title, fonts, pictures));
  setTitle(paper, content);
  content.messages.forEach((message, i) => {
    setMessage(paper, message, content.productName);
    onMessage(i + 1);
  });
  setPageNumbers(paper);
  return paper.setter.file.bytes();
}

const dateTime = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const timeOf = (iso: string): string => {
  const at = new Date(iso);
  return Number.isNaN(at.getTime()) ? '' : dateTime.format(at);
};

function setTitle(paper: Paper, { title, messages, exportedAt }: PdfContent): void {
  paper.text([{ text: title, style: TITLE }], COLUMN);
  paper.gap(2);
  const about = pdfCopy.document.about(timeOf(exportedAt), messages.length);
  paper.text([{ text: about, style: SMALL }], COLUMN);
  paper.gap(12);
  paper.rule(COLUMN, RULE);
}

function setMessage(paper: Paper, message: Message, productName: string): void {
  const { role, content, createdAt, status } = message;
  const name = role === 'user' ? pdfCopy.document.you : productName || pdfCopy.document.assistant;
  paper.gap(BETWEEN_MESSAGES);
  paper.need(AFTER_NAME);
  paper.text(
    [
      { text: name, style: { ...BODY, bold: true } },
      { text: `  ${timeOf(createdAt)}`, style: SMALL },
    ],
    { ...COLUMN, align: 'left' },
  );
  paper.gap(3);
  // A user's text is not parsed as Markdown, neither here nor on the screen.
  if (role === 'user') setPlain(paper, content, COLUMN);
  else setBlocks(paper, tokensOf(content), COLUMN);
  const note = status === 'complete' ? undefined : pdfCopy.document.status[status];
  if (note === undefined) return;
  paper.gap(3);
  paper.text([{ text: note, style: { ...SMALL, italic: true } }], { ...COLUMN, align: 'left' });
}

const tokensOf = (markdown: string) => new IncrementalMarkdown().update(markdown).map(({ token }) => token);

function setPageNumbers({ setter }: Paper): void {
  const count = setter.file.pageCount;
  for (let page = 1; page <= count; page += 1) {
    setter.file.goToPage(page);
    const text = pdfCopy.document.page(page, count);
    const width = setter.widthOf(text, SMALL);
    const piece = { kind: 'text', text, style: SMALL, width, level: 0 } as const;
    setter.line({ pieces: [piece], width }, (PAGE.width - width) / 2, PAGE.height - MARGIN.bottom / 2);
  }
}
