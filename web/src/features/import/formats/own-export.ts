/** Reads a chat from this product's own export, of an account or of a single chat. */
import * as z from 'zod/mini';
import { isOnPath, pathTo } from '#contract/branches';
import { message } from '#contract/entities';
import type { ImportedTurn } from '#contract/import';
import type { SourceChat } from './common-source-chat.ts';
import type { LeftOut } from './left-out-counts.ts';
import { type Fields, ofIso, textOf } from './untyped-json.ts';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

type Message = z.infer<typeof message>;

export const isOwn = (chat: Fields): boolean => textOf(chat.chatId) !== '' && Array.isArray(chat.messages);

export function readOwn(chat: Fields, left: LeftOut): SourceChat {
  const read = z
    .array(z.unknown())
    .parse(chat.messages)
    .map((one) => message.safeParse(one));
  left.add('unknownPart', read.filter(({ success }) => !success).length);
  const messages = read.flatMap(({ data }) => data ?? []).toSorted((a, b) => a.messageIndex - b.messageIndex);
  const path = pathTo(messages.flatMap(branchAt));
  // A reply is on the path if its question is on the path. A range of the path may end at a question. The range then
  // lacks the reply's index, so this filter looks up the question's index.
  const newest = messages.filter(({ messageIndex, role, isWelcome, isExtra }) =>
    isOnPath(path, role === 'user' || isWelcome || isExtra ? messageIndex : messageIndex - 1),
  );
  left.add('otherBranch', messages.length - newest.length);
  left.add('file', newest.flatMap(({ files = [] }) => files).length);
  return {
    source: 'own',
    sourceId: textOf(chat.chatId),
    name: textOf(chat.name),
    createdAt: ofIso(chat.createdAt) ?? ofIso(messages[0]?.createdAt),
    isArchived: ofIso(chat.archivedAt) !== undefined,
    isPinned: ofIso(chat.pinnedAt) !== undefined,
    messages: [],
    turns: toTurns(newest),
  };
}

const branchAt = ({ messageIndex: from, versionOf, continues }: Message) =>
  versionOf === undefined && continues === undefined ? [] : [{ from, versionOf, continues }];

/** Joins each user message with the reply that follows it. Any other message becomes a turn of its own. */
function toTurns(messages: readonly Message[]): ImportedTurn[] {
  const turns: ImportedTurn[] = [];
  for (let i = 0; i < messages.length; i++) {
    const [first, second] = [messages[i], messages[i + 1]];
    if (!first) continue;
    const isAnswered = first.role === 'user' && second?.role === 'assistant' && !isNotice(second);
    if (isAnswered) i += 1;
    turns.push(first.role === 'user' ? asked(first, isAnswered ? second : undefined) : replyOf(first));
  }
  return turns;
}

const isNotice = ({ isWelcome, isExtra }: Message): boolean => isWelcome === true || isExtra === true;

/** Builds a question's turn, with status `failed` if the question's reply is missing or unreadable. */
function asked(question: Message, reply: Message | undefined): ImportedTurn {
  const userText = withNames(question);
  const said = { userText, userAt: question.createdAt };
  if (!reply) return { ...said, text: '', replyAt: question.createdAt, status: 'failed' };
  return { ...said, ...replyOf(reply) };
}

/** Adds the names of a message's files, whose contents are not imported. */
const withNames = ({ content, files = [] }: Message): string =>
  [content, ...files.map(({ name }) => `[${name}]`)].filter(Boolean).join('\n\n');

function replyOf({ content, createdAt, ...reply }: Message): ImportedTurn {
  const { model, reason, liked, disliked, thoughtMs, status, requestId, isWelcome, isExtra } = reply;
  return {
    ...{ text: content, replyAt: createdAt },
    ...(model !== undefined && { model }),
    ...(reason !== undefined && { reason }),
    ...(liked !== undefined && { liked }),
    ...(disliked && { disliked }),
    ...(thoughtMs !== undefined && { thoughtMs }),
    status: status === 'streaming' ? 'failed' : status,
    ...(UUID.test(requestId) && { requestId }),
    ...(isWelcome && { kind: 'welcome' as const }),
    ...(isExtra && { kind: 'extra' as const }),
  };
}
