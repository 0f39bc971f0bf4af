import { SaxesParser } from 'saxes';
import { fileError } from '../../file-error.ts';
import { XML_DEPTH_MAX } from '../file-reading-limits.ts';

export type XmlAttributes = Readonly<Record<string, string>>;

/** Receives the elements of a document. Element names come without their prefix, attribute names with it. */
export interface XmlHandler {
  open(name: string, attributes: XmlAttributes, parent: string): void;
  close?(name: string): void;
  text?(text: string): void;
}

/** Finds an attribute by its name without prefix, because each program chooses its own prefixes. */
export const attributeOf = (attributes: XmlAttributes, name: string): string | undefined =>
  attributes[name] ?? Object.entries(attributes).find(([key]) => localName(key) === name)?.[1];

/** Returns true to stop the reading, for example when enough text was read. */
export type IsEnough = () => boolean;

/**
 * Reads XML piece by piece. Refuses a DTD, because its entities could expand to a huge text. Office files must not have
 * a DTD (ECMA-376, part 2).
 * @returns false if `isEnough` stopped the reading before the end
 * @throws AppError `file_damaged` for a DTD and for XML that is not well-formed, `file_too_complex` for elements nested
 * deeper than `XML_DEPTH_MAX`
 */
export async function readXml(
  chunks: AsyncIterable<Uint8Array>,
  handler: XmlHandler,
  isEnough: IsEnough = () => false,
): Promise<boolean> {
  const parser = parserFor(handler);
  let decoder: Decoder | undefined;
  try {
    for await (const chunk of chunks) {
      decoder ??= decoderFor(chunk);
      parser.write(decoder.decode(chunk, { stream: true }));
      if (isEnough()) return false;
    }
    parser.close();
  } catch (error) {
    // The parser throws a plain `Error` for XML that is not well-formed. Any other error, such as an AppError of the
    // archive, is thrown unchanged.
    throw error instanceof Error && error.constructor === Error ? fileError('file_damaged', error) : error;
  }
  return true;
}

function parserFor(handler: XmlHandler) {
  const parser = new SaxesParser({ position: false, xmlns: false } as const);
  const parents = [''];
  parser.on('doctype', () => {
    throw fileError('file_damaged');
  });
  parser.on('opentag', ({ name, attributes }) => {
    if (parents.length > XML_DEPTH_MAX) throw fileError('file_too_complex');
    const local = localName(name);
    handler.open(local, attributes, parents.at(-1) ?? '');
    parents.push(local);
  });
  parser.on('closetag', () => {
    const name = parents.pop() ?? '';
    handler.close?.(name);
  });
  const onText = (text: string) => handler.text?.(text);
  parser.on('text', onText);
  parser.on('cdata', onText);
  return parser;
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

type Decoder = InstanceType<typeof TextDecoder>;

/** Recognises UTF-16 by its byte order mark. */
function decoderFor([first, second]: Uint8Array): Decoder {
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le');
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be');
  return new TextDecoder();
}
