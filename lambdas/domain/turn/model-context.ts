/**
 * Chooses the turns that a model gets as the context of a message. The context starts at the same turn for many
 * messages, so that providers can cache its beginning. When the context is full, its start moves forward in one large
 * step, and only the chat's first turns (`first-turns-of-context.ts`) stay in front of the start.
 */
import type { Role } from '#contract/entities';
import { estimateTokens, tokensOfFiles } from '../../models/estimate-tokens.ts';
import { mostTokensOfProject } from '../../models/files-as-bytes-or-text.ts';
import type { TurnFile } from '../../store/files/files.ts';
import type { TurnItem } from '../../store/turns/turns.ts';

/** Largest number of turns after the start of a context. Bounds the cost of reading the turns. */
export const MOST_TURNS = 40;
/** Share of each limit (tokens, turns, tokens of files) that the context may use right after its start has moved. */
const KEPT_SHARE = 0.6;
/**
 * Share of the room (the budget minus the new message) that earlier turns may always use. A long new message can take
 * nearly all of the `KEPT_SHARE`. Without this share, almost no tokens would then be left for earlier turns. If the
 * chat's first turns take more than this share, they are left out.
 */
const LEAST_KEPT_SHARE = 0.4;
/**
 * Largest number of tokens of the files in a context. The files of the new message and of the chat's project are sent
 * even if they have more. Every model of the default catalogue has room for this many tokens of files, 12,000 tokens of
 * text (the default of `historyTokens`) and a reply.
 */
export const FILE_TOKENS = 80_000;

/** Message of a context. The worker loads its files (`load-files.ts`). */
export interface ContextMessage {
  readonly role: Role;
  readonly text: string;
  readonly files?: readonly TurnFile[] | undefined;
  /** Files of the chat's project. Only the first message has them. */
  readonly projectFiles?: readonly TurnFile[] | undefined;
  /**
   * True for the last message of the chat's first turns. The chat's next contexts begin with the same messages, up to
   * this one, so a provider can cache them.
   */
  readonly endsHead?: true;
}

export interface ModelContext {
  /** Oldest first; the new message is the last. */
  readonly messages: readonly ContextMessage[];
  /** Index of the turn at which the context starts. The chat's first turns in front of the start do not count. */
  readonly contextFrom: number | undefined;
  /**
   * True if an earlier turn with files lies before the start, or if the plan allows no files and an earlier turn has
   * some. The reply's `reason` then says that files are left out.
   */
  readonly isWithoutFiles?: true;
  /** True when a turn before the message has files, in the context or not. */
  readonly hasEarlierFiles?: true;
}

/** Message to answer. */
export interface Asked {
  readonly text: string;
  readonly files?: readonly TurnFile[] | undefined;
}

export interface ContextOptions {
  /** First turns of the chat, oldest first (`first-turns-of-context.ts`). @default none */
  readonly head?: readonly TurnItem[];
  /**
   * Tokens of files that the plan allows. If the plan allows more than `FILE_TOKENS`, `FILE_TOKENS` limits the context.
   * Only the estimate for a project's PDFs (`mostTokensOfProject`) then uses the plan's value. If the plan allows 0,
   * the context has the texts of earlier turns without their files.
   * @default `FILE_TOKENS`
   */
  readonly fileBudget?: number | undefined;
  /** Files of the chat's project. Their tokens are taken from the budget of files. @default none */
  readonly projectFiles?: readonly TurnFile[] | undefined;
}

/**
 * Builds the context of a message. Keeps the start of the previous turn's context while all turns since that start fit
 * the limits. Leaves out turns without reply text, so that the roles alternate.
 * @param newestFirst turns before the message
 * @param budget largest number of estimated tokens, the message included (`history-budget.ts`)
 */
export function contextOf(
  newestFirst: readonly TurnItem[],
  asked: Asked,
  budget: number,
  { head = [], fileBudget = FILE_TOKENS, projectFiles = [] }: ContextOptions = {},
): ModelContext {
  const ofMessage = estimateTokens(asked.text);
  const room = budget - ofMessage;
  const ofProject = mostTokensOfProject(projectFiles, fileBudget);
  const files = Math.min(fileBudget, FILE_TOKENS) - ofProject - tokensOfFiles(asked.files);
  const hasFiles = fileBudget > 0;
  const readable = hasFiles ? newestFirst : newestFirst.map(withoutFiles);
  const start = startOf(newestFirst);
  const isRead = start === undefined || (newestFirst.at(-1)?.index ?? 0) <= start;
  const since = readable.filter((turn) => isAnswered(turn) && turn.index >= (start ?? 0));
  const first = tokensOf(head) > room * LEAST_KEPT_SHARE ? [] : head;
  const before = start === undefined ? [] : first.filter(({ index }) => index < start);
  const all = newestWithin(since, { tokens: room - tokensOf(before), turns: MOST_TURNS, files });
  const isFull = !isRead || all.length < since.length;
  const left = Math.max(budget * KEPT_SHARE - ofMessage, room * LEAST_KEPT_SHARE);
  const afterHead = since.filter(({ index }) => index > (first.at(-1)?.index ?? -1));
  const newest = newestWithin(afterHead, {
    ...{ tokens: left - tokensOf(first), turns: MOST_TURNS * KEPT_SHARE, files: files * KEPT_SHARE },
  });
  const last = newest.length > 0 ? newest : lastWithin(afterHead, room - tokensOf(first), files);
  const kept = isFull ? last : all;
  const front = isFull ? first : before;
  const oldest = kept.at(-1)?.index;
  const turns = [...front, ...kept.toReversed()];
  const headEnd = turns.find(({ index }) => index === head.at(-1)?.index);
  const messages = turns.flatMap((turn, n) =>
    messagesOf(turn, { endsHead: turn === headEnd, isAfterGap: front.length > 0 && n === front.length }),
  );
  const isAfterGap = isFull && front.length > 0 && kept.length === 0 && afterHead.length > 0;
  const message = isAfterGap ? { ...asked, text: `${GAP}\n\n${asked.text}` } : asked;
  return {
    messages: withProject([...messages, { role: 'user', ...message }], projectFiles),
    contextFrom: oldest,
    ...earlierFiles(newestFirst, hasFiles ? oldest : undefined),
  };
}

/**
 * @param newestFirst turns that were read. The oldest one says whether turns before it, which were not read, have files
 * @param contextFrom start of the context; undefined if the context has no files of earlier turns
 */
function earlierFiles(
  newestFirst: readonly TurnItem[],
  contextFrom = Infinity,
): Pick<ModelContext, 'isWithoutFiles' | 'hasEarlierFiles'> {
  const isUnread = newestFirst.findLast(({ userText }) => userText !== undefined)?.hasEarlierFiles === true;
  const read = newestFirst.filter((turn) => filesOf(turn).length > 0);
  return {
    ...((isUnread || read.some(({ index }) => index < contextFrom)) && { isWithoutFiles: true }),
    ...((isUnread || read.length > 0) && { hasEarlierFiles: true }),
  };
}

/**
 * Puts the project's files into the first message, because a separate message of the user would break the alternation
 * of the roles.
 */
const withProject = (
  messages: readonly ContextMessage[],
  projectFiles: readonly TurnFile[],
): readonly ContextMessage[] =>
  projectFiles.length === 0
    ? messages
    : messages.map((message, n) => (n === 0 ? { ...message, projectFiles } : message));

const filesOf = ({ files = [], removedFiles }: TurnItem): readonly TurnFile[] =>
  removedFiles ? files.filter(({ fileId }) => !removedFiles.has(fileId)) : files;

const withoutFiles = ({ files: _, ...turn }: TurnItem): TurnItem => turn;

const GAP = '(Earlier messages are left out here.)';

function messagesOf(
  turn: TurnItem,
  { endsHead, isAfterGap }: { readonly endsHead: boolean; readonly isAfterGap: boolean },
): ContextMessage[] {
  const question = questionOf(turn);
  return [
    isAfterGap ? { ...question, text: `${GAP}\n\n${question.text}` } : question,
    { role: 'assistant', text: turn.text, ...(endsHead && { endsHead }) },
  ];
}

const WITHOUT_FILES = '(The files of this message were removed.)';

function questionOf(turn: TurnItem): ContextMessage {
  const files = filesOf(turn);
  const { userText = '' } = turn;
  return files.length > 0
    ? { role: 'user', text: userText, files }
    : { role: 'user', text: userText.trim() === '' ? WITHOUT_FILES : userText };
}

/**
 * Returns the `contextFrom` of the newest turn that has a `contextFrom`. A turn whose context was empty has none, for
 * example a chat's first turn.
 */
export const startOf = (newestFirst: readonly TurnItem[]): number | undefined =>
  newestFirst.find(({ contextFrom }) => contextFrom !== undefined)?.contextFrom;

/** Estimates the tokens of the texts of turns, without their files. */
export const tokensOf = (turns: readonly TurnItem[]): number =>
  turns.reduce((sum, { userText = '', text }) => sum + estimateTokens(userText) + estimateTokens(text), 0);

/**
 * True for a turn that can be part of a context. Replies of earlier deployments, and imported replies, may be blank.
 * Bedrock refuses a prompt with a blank reply.
 */
export const isAnswered = ({ userText, text }: TurnItem): boolean =>
  userText !== undefined && text.trim() !== '';

/** Returns the newest turns within all limits. Ends at the first turn that does not fit, even if an older turn fits. */
function newestWithin(
  newestFirst: readonly TurnItem[],
  limits: { readonly tokens: number; readonly turns: number; readonly files: number },
): readonly TurnItem[] {
  let { tokens, files } = limits;
  const end = newestFirst.findIndex((turn, n) => {
    tokens -= tokensOf([turn]);
    const ofFiles = tokensOfFiles(filesOf(turn));
    files -= ofFiles;
    return tokens < 0 || n >= limits.turns || (ofFiles > 0 && files < 0);
  });
  return end < 0 ? newestFirst : newestFirst.slice(0, end);
}

const CUT = '(The beginning of this reply is left out here.)';
/** Least tokens for which the end of a reply is worth sending. */
const LEAST_END = 500;

/**
 * Returns the newest turn, because the next message often refers to it ("continue"). Of a turn that is longer than
 * `tokens`, returns the beginning of the user's message and the end of the reply.
 */
function lastWithin([turn]: readonly TurnItem[], tokens: number, files: number): readonly TurnItem[] {
  if (!turn || tokens < LEAST_END || tokensOfFiles(filesOf(turn)) > Math.max(0, files)) return [];
  if (tokensOf([turn]) <= tokens) return [turn];
  const { userText = '', text } = turn;
  const asked = userText.slice(0, unitsIn(userText, tokens / 4)).toWellFormed();
  const rest = tokens - estimateTokens(asked) - estimateTokens(CUT);
  const end = text.slice(text.length - unitsIn(text, rest)).toWellFormed();
  return [{ ...turn, userText: asked, text: end === text ? text : `${CUT}\n\n${end}` }];
}

/** Estimates how many UTF-16 units of a text have `tokens` tokens. */
function unitsIn(text: string, tokens: number): number {
  const all = estimateTokens(text);
  return all <= tokens ? text.length : Math.max(0, Math.floor((text.length * (tokens - 1)) / all));
}
