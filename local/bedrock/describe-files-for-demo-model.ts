import { type Block, bytesOf, type Message } from './bedrock-types.ts';
import { isPdf, pagesIn, pictureIn } from './picture-and-pdf-facts.ts';

/** Text block that carries a document's text in place of its file. */
const TEXT_OF_DOCUMENT = /^<document name="([^"]*)">\n([\s\S]*)\n<\/document>$/;
const LINE_LENGTH = 80;

export const describeFiles = ({ content }: Message): string[] =>
  content.flatMap((block) => lineOf(block) ?? []);

function lineOf({ text, image, document }: Block): string | undefined {
  if (image) {
    const bytes = bytesOf(image);
    const { format = 'picture', width = 0, height = 0 } = pictureIn(bytes) ?? {};
    return `- a picture: ${format}, ${width} x ${height}, ${sizeOf(bytes.length)}`;
  }
  if (document) {
    const bytes = bytesOf(document);
    const pages = isPdf(bytes) ? `${pagesIn(bytes)} pages, ` : '';
    return `- ${document.name}: ${document.format}, ${pages}${sizeOf(bytes.length)}`;
  }
  const [, name, content = ''] = TEXT_OF_DOCUMENT.exec(text ?? '') ?? [];
  if (name === undefined) return undefined;
  const first = content.trim().split('\n')[0]?.slice(0, LINE_LENGTH) ?? '';
  return `- ${name}: text, ${sizeOf(Buffer.byteLength(content))}, begins with "${first}"`;
}

const sizeOf = (bytes: number): string =>
  bytes < 1_024 ? `${bytes} bytes` : `${Math.round(bytes / 1_024).toLocaleString('en-US')} KB`;
