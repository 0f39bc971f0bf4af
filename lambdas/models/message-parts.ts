/** Splits a message with files into the parts that every provider's API has. */
import type { ModelFile, ModelMessage } from './model-port.ts';

/** Image or document of a message. The request to the model contains its bytes. */
export interface BinaryPart {
  readonly kind: 'image' | 'document';
  /** Name such as `Document 1` in place of the file's own name, which a model could take for an instruction. */
  readonly name: string;
  readonly mediaType: string;
  readonly bytes: Uint8Array;
}

export type MessagePart = { readonly kind: 'text'; readonly text: string } | BinaryPart;

/** True for a message with files of its own, or of its chat's project. */
export const hasFiles = ({ files, projectFiles }: ModelMessage): boolean =>
  (files ?? projectFiles) !== undefined;

/**
 * Returns the parts of a message, at least one: its files, a line that names them, and its text. A message of files
 * alone needs the line, because Bedrock refuses both a document without a text and an empty text. The files of the
 * project are in front, with a line of their own (`projectPartsOf`).
 */
export function partsOf(message: ModelMessage): MessagePart[] {
  const { files = [], text } = message;
  const written: MessagePart[] = text === '' && files.length > 0 ? [] : [{ kind: 'text', text }];
  const own = files.length === 0 ? written : [...files.map(partOf), namesOf('Attached', files), ...written];
  return [...projectPartsOf(message), ...own];
}

/**
 * Returns the parts with the project's files, which come first in a message. They are the same in all chats of the
 * project, so a provider can cache the prompt up to the last of them.
 */
export const projectPartsOf = ({ projectFiles = [] }: ModelMessage): MessagePart[] =>
  projectFiles.length === 0 ? [] : [...projectFiles.map(partOf), namesOf(OF_PROJECT, projectFiles)];

const OF_PROJECT = 'Files of the project that this chat is in';

const partOf = ({ name, mediaType, content }: ModelFile): MessagePart =>
  content.kind === 'text' ? content : { kind: content.kind, name, mediaType, bytes: content.bytes };

const namesOf = (what: string, files: readonly ModelFile[]): MessagePart => ({
  kind: 'text',
  text: `${what}: ${files.map(({ name }) => name).join(', ')}.`,
});

export const dataUrl = ({ mediaType, bytes }: BinaryPart): string =>
  `data:${mediaType};base64,${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64')}`;
