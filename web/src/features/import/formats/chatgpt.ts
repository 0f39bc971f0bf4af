/**
 * Reads a chat of ChatGPT's export (decision 0126 lists the sources that describe its format). `mapping` is a tree of
 * messages. ChatGPT shows the path from the root to `current_node`.
 */

import type { SourceChat, SourceMessage } from './common-source-chat.ts';
import type { LeftOut, Reason } from './left-out-counts.ts';
import { pathTo } from './path-in-chat-tree.ts';
import { type Fields, fieldsOf, isFields, listOf, ofSeconds, textOf } from './untyped-json.ts';

export const isChatGpt = (chat: Fields): boolean => isFields(chat.mapping);

export function readChatGpt(chat: Fields, left: LeftOut): SourceChat {
  const nodes = new Map(Object.entries(fieldsOf(chat.mapping)).map(([id, node]) => [id, fieldsOf(node)]));
  const last = lastNode(textOf(chat.current_node), nodes);
  const parentOf = (id: string) => textOf(nodes.get(id)?.parent) || undefined;
  const path =
    last === undefined ? { ids: [], isBroken: false } : pathTo(last, parentOf, (id) => nodes.has(id));
  if (path.isBroken) left.add('brokenPath');
  const shown = new Set(path.ids);
  const others = [...nodes].filter(([id, { message }]) => !shown.has(id) && isSaid(fieldsOf(message)));
  left.add('otherBranch', others.length);
  const messages = path.ids.flatMap((id) => readMessage(fieldsOf(nodes.get(id)?.message), left) ?? []);
  return {
    source: 'chatgpt',
    sourceId: textOf(chat.conversation_id) || textOf(chat.id) || undefined,
    name: textOf(chat.title),
    createdAt:
      ofSeconds(chat.create_time) ?? messages.find(({ at }) => at)?.at ?? ofSeconds(chat.update_time),
    isArchived: chat.is_archived === true,
    isPinned: ofSeconds(chat.pinned_time) !== undefined || chat.is_starred === true,
    messages,
  };
}

type Nodes = ReadonlyMap<string, Fields>;

/** Returns `current` if the file has that node; otherwise the newest node without children. */
function lastNode(current: string, nodes: Nodes): string | undefined {
  if (nodes.has(current)) return current;
  const leaves = [...nodes].filter(([, { children }]) => listOf(children).length === 0);
  const timeOf = ({ message }: Fields): number => ofSeconds(fieldsOf(message).create_time) ?? 0;
  const newest = Math.max(0, ...leaves.map(([, node]) => timeOf(node)));
  return (leaves.findLast(([, node]) => timeOf(node) === newest) ?? [...nodes].at(-1))?.[0];
}

const roleOf = (message: Fields): string => textOf(fieldsOf(message.author).role);
const isSaid = (message: Fields): boolean => ['user', 'assistant'].includes(roleOf(message));

/** Kinds of content that neither the user nor the assistant said. */
const NOT_SAID: Readonly<Record<string, Reason>> = {
  thoughts: 'thoughts',
  reasoning_recap: 'thoughts',
  code: 'tool',
  execution_output: 'tool',
  tether_browsing_display: 'tool',
  tether_quote: 'tool',
  sonic_webpage: 'tool',
  system_error: 'tool',
  user_editable_context: 'system',
  model_editable_context: 'system',
};

function readMessage(message: Fields, left: LeftOut): SourceMessage | undefined {
  const role = roleOf(message);
  // The root and the nodes of failed replies have no message.
  if (role === '') return undefined;
  const reason = whyNot(message, role);
  if (reason) {
    left.add(reason);
    return undefined;
  }
  const metadata = fieldsOf(message.metadata);
  const text = [readParts(fieldsOf(message.content), left), ...namesOf(message, left)]
    .filter(Boolean)
    .join('\n\n');
  if (text === '') {
    left.add('emptyMessage');
    return undefined;
  }
  const at = ofSeconds(message.create_time);
  if (role === 'user') return { role: 'user', text, at };
  return { role: 'assistant', text, at, model: textOf(metadata.model_slug) || undefined };
}

/** Returns the reason to leave a message out, if any. */
function whyNot(message: Fields, role: string): Reason | undefined {
  if (role === 'tool') return 'tool';
  if (role !== 'user' && role !== 'assistant') return 'system';
  if (fieldsOf(message.metadata).is_visually_hidden_from_conversation === true) return 'hidden';
  const kind = textOf(fieldsOf(message.content).content_type);
  const recipient = textOf(message.recipient) || 'all';
  if (role === 'assistant' && recipient !== 'all') return 'tool';
  return Object.hasOwn(NOT_SAID, kind) ? NOT_SAID[kind] : undefined;
}

/** Matches the content type of a part that is a file. */
const FILE_PARTS = /_asset_pointer$|^(?:image|audio|video|file)/;

function readParts(content: Fields, left: LeftOut): string {
  const parts = Array.isArray(content.parts) ? content.parts : [content.text ?? content.result ?? ''];
  const texts = parts.map((part) => {
    if (typeof part === 'string') return part;
    const { content_type: kind, text } = fieldsOf(part);
    // A recording of a spoken message comes with its transcript in `text`.
    if (typeof text === 'string') return text;
    left.add(FILE_PARTS.test(textOf(kind)) ? 'file' : 'unknownPart');
    return '';
  });
  return withoutMarks(texts.filter((text) => text.trim() !== '').join('\n\n'));
}

/**
 * Returns the names of the attached files in square brackets. Counts in `left` the files that `readParts` has not
 * counted.
 */
function namesOf({ metadata, content }: Fields, left: LeftOut): string[] {
  const files = listOf(fieldsOf(metadata).attachments).map(fieldsOf);
  // A picture that the user sent is both a part and an attachment. `readParts` has counted it.
  const counted = new Set(listOf(fieldsOf(content).parts).map(fileIdOf).filter(Boolean));
  left.add('file', files.filter(({ id }) => !counted.has(textOf(id))).length);
  return files.map(({ name }) => textOf(name) && `[${textOf(name)}]`);
}

/** Returns the id of the file of a part: `file-1` of `file-service://file-1`, `file_2` of `sediment://file_2#page`. */
const fileIdOf = (part: unknown): string | undefined =>
  /:\/\/([\w-]+)/.exec(textOf(fieldsOf(part).asset_pointer))?.[1];

/**
 * Replaces ChatGPT's marks of links and entities with their texts, and removes its other marks. A mark is U+E200, then
 * fields separated by U+E202, then U+E201. Also removes citations such as `【4:2†source】`, because the text does not
 * contain their sources.
 */
const withoutMarks = (text: string): string =>
  text
    .replaceAll(/\ue200([^\ue201]*)\ue201/g, (_, mark: string) => shownFor(mark))
    .replaceAll(/ ?【\d+(?::\d+)?†[^】\n]*】/g, '');

function shownFor(mark: string): string {
  const [kind, first = '', second = ''] = mark.split('\ue202');
  if (kind === 'url') return /^https?:/.test(second) ? `[${first}](${second})` : first;
  return kind === 'entity' ? nameOfEntity(first) : '';
}

/** Returns the name in a JSON array such as `["city","Paris","capital"]`. */
function nameOfEntity(json: string): string {
  try {
    return textOf(listOf(JSON.parse(json))[1]);
  } catch {
    return '';
  }
}
