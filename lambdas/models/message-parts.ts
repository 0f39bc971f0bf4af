/** Splits a message with files into the parts that every provider's API has. */
import type { ModelFile, ModelMessage } from './model-port.ts';

/** Part of a message whose bytes travel in the request. */
export interface BinaryPart {
  readonly kind: 'image' | 'document';
  /** Neutral name. */
  readonly name: string;
  readonly mediaType: string;
  readonly bytes: Uint8Array;
}

export type MessagePart = { readonly kind: 'text'; readonly text: string } | BinaryPart;

/**
 * Returns the parts of a message, of which there is at least one: its files, a line that names them, and its text. The
 * line stands between them also because Bedrock takes no document without a text, and no empty text.
 */
export function partsOf({ files = [], text }: ModelMessage): MessagePart[] {
  const written: MessagePart[] = text === '' && files.length > 0 ? [] : [{ kind: 'text', text }];
  return files.length === 0 ? written : [...files.map(partOf), namesOf(files), ...written];
}

const partOf = ({ name, mediaType, content }: ModelFile): MessagePart =>
  content.kind === 'text' ? content : { kind: content.kind, name, mediaType, bytes: content.bytes };

const namesOf = (files: readonly ModelFile[]): MessagePart => ({
  kind: 'text',
  text: `Attached: ${files.map(({ name }) => name).join(', ')}.`,
});

export const dataUrl = ({ mediaType, bytes }: BinaryPart): string =>
  `data:${mediaType};base64,${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64')}`;
