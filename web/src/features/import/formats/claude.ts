/**
 * Reads a chat of Claude's export (decision 0126 lists the sources that describe the format). In newer exports the list
 * of messages holds all branches, and each message names its parent.
 */

import type { SourceChat, SourceMessage } from './common-source-chat.ts';
import type { LeftOut } from './left-out-counts.ts';
import { pathTo } from './path-in-chat-tree.ts';
import { type Fields, fieldsOf, isFields, listOf, ofIso, textOf } from './untyped-json.ts';

/** Id that a chat's first message names as its parent in newer exports. */
const ROOT = '00000000-0000-4000-8000-000000000000';

export const isClaude = (chat: Fields): boolean => Array.isArray(chat.chat_messages);

export function readClaude(chat: Fields, left: LeftOut): SourceChat {
  const all: readonly Fields[] = listOf(chat.chat_messages).filter(isFields);
  left.add('unknownPart', listOf(chat.chat_messages).length - all.length);
  const messages = shown(all, textOf(chat.current_leaf_message_uuid), left).flatMap(
    (message) => readMessage(message, left) ?? [],
  );
  return {
    source: 'claude',
    sourceId: textOf(chat.uuid) || undefined,
    name: textOf(chat.name),
    createdAt: ofIso(chat.created_at) ?? messages.find(({ at }) => at)?.at ?? ofIso(chat.updated_at),
    isArchived: false,
    isPinned: chat.is_starred === true,
    messages,
  };
}

/**
 * Returns the messages of the branch that Claude shows: the path to `current`, or to the last message if `current` is
 * not in the file. An older export has no branches.
 */
function shown(all: readonly Fields[], current: string, left: LeftOut): readonly Fields[] {
  if (!all.some(({ parent_message_uuid: parent }) => typeof parent === 'string')) return all;
  const byId = new Map(all.map((message) => [textOf(message.uuid), message]));
  const last = byId.has(current) ? current : textOf(all.at(-1)?.uuid);
  const parentOf = (id: string) => {
    const parent = textOf(byId.get(id)?.parent_message_uuid);
    return parent === '' || parent === ROOT ? undefined : parent;
  };
  const { ids, isBroken } = pathTo(last, parentOf, (id) => byId.has(id));
  if (isBroken) left.add('brokenPath');
  left.add('otherBranch', all.length - ids.length);
  return ids.map((id) => fieldsOf(byId.get(id)));
}

function readMessage(message: Fields, left: LeftOut): SourceMessage | undefined {
  const role = ROLES[textOf(message.sender)];
  if (!role) {
    left.add('system');
    return undefined;
  }
  const text = [readBlocks(message, left), ...filesOf(message, left)].filter(Boolean).join('\n\n');
  if (text !== '') return { role, text, at: ofIso(message.created_at) };
  left.add('emptyMessage');
  return undefined;
}

const ROLES: Readonly<Record<string, SourceMessage['role']>> = { human: 'user', assistant: 'assistant' };

/** A message of an older export has one `text` in place of blocks. */
function readBlocks(message: Fields, left: LeftOut): string {
  const blocks = listOf(message.content).map(fieldsOf);
  const texts = blocks.flatMap(({ type, text }) => {
    if (type === 'text') return [textOf(text)];
    if (type === 'thinking' || type === 'redacted_thinking') left.add('thoughts');
    else if (type === 'tool_use' || type === 'tool_result') left.add('tool');
    else left.add(type === 'image' || type === 'document' ? 'file' : 'unknownPart');
    return [];
  });
  const said = texts.filter((text) => text.trim() !== '');
  return blocks.length > 0 ? said.join('\n\n') : textOf(message.text);
}

/**
 * Maximum length of an attachment's text that is imported, in UTF-16 units. Claude turns a long pasted text into an
 * attachment.
 */
const PASTED_MAX_LENGTH = 20_000;

/**
 * Returns the name of each file, or '' for a file without a name, such as some pasted texts. The text of an attachment
 * follows the attachment's name if the text is short.
 */
function filesOf(message: Fields, left: LeftOut): string[] {
  const attachments = listOf(message.attachments).map(fieldsOf);
  const attached = attachments.flatMap((file) => {
    const text = textOf(file.extracted_content);
    const isKept = text !== '' && text.length <= PASTED_MAX_LENGTH;
    if (!isKept) left.add('file');
    return isKept ? [nameOf(file), text] : [nameOf(file)];
  });
  // In some exports, pictures and documents stand both in `attachments` and in `files`.
  const known = new Set(attachments.map(({ file_name: name }) => name));
  const files = listOf(message.files).map(fieldsOf);
  const others = files.filter(({ file_name: name }) => textOf(name) === '' || !known.has(name));
  left.add('file', others.length);
  return [...attached, ...others.map(nameOf)];
}

const nameOf = (file: Fields): string => (textOf(file.file_name) ? `[${textOf(file.file_name)}]` : '');
