import type { ModelFile, ModelMessage } from './model-port.ts';

export interface BinaryPart {
  readonly kind: 'image' | 'document';
  readonly name: string;
  readonly mediaType: string;
  readonly bytes: Uint8Array;
}

export type MessagePart = { readonly kind: 'text'; readonly text: string } | BinaryPart;

export const hasFiles = ({ files, projectFiles }: ModelMessage): boolean =>
  (files ?? projectFiles) !== undefined;

/**
 * Returns the parts of a message: the project's files, the message's files, and the text. A line of text names the
 * files, because Bedrock refuses a document without a text. An empty text is left out, because Bedrock refuses it.
 */
export function partsOf(message: ModelMessage): MessagePart[] {
  const { files = [], text } = message;
  const written: MessagePart[] = text === '' && files.length > 0 ? [] : [{ kind: 'text', text }];
  const own = files.length === 0 ? written : [...files.map(partOf), namesOf('Attached', files), ...written];
  return [...projectPartsOf(message), ...own];
}

/** Returns the parts of the project's files. All chats of the project begin with them, so a provider can cache them. */
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
