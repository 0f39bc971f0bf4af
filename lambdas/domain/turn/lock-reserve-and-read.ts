/**
 * Starts a turn with concurrent requests to the database. Undoes their writes if the turn cannot start.
 *
 * Two requests write: one locks the chat, one reserves the message. Both writes carry the token of this call of
 * `beginTurn`. By the token, the call finds its own writes when it undoes them.
 *
 * A resend of the message may arrive when an earlier call has locked the chat, but has not reserved the message. The
 * resend then reserves the message, and adds its own token to the lock (`leaveReservation` in `store/turns/lock.ts`).
 * If the earlier call undoes the turn, the earlier call finds this token, and gives the resend's reservation back too.
 */
import { log } from '../../runtime/log.ts';
import { retry } from '../../runtime/retry.ts';
import { type FileItem, readFiles } from '../../store/files/files.ts';
import type { ProjectContext } from '../../store/project-context.ts';
import { type EntitlementFacts, readEntitlementFacts } from '../../store/read-plan-spend-and-instructions.ts';
import { abandonTurn, type StartOutcome, startTurn } from '../../store/turns/lock.ts';
import type { TurnItem } from '../../store/turns/turns.ts';
import type { ReadRange } from '../chats/read-turns-on-path.ts';
import { widestAllowance } from '../quota/audience-and-allowance.ts';
import {
  type Account,
  type Charge,
  chargesFor,
  type Reserved,
  reserve,
  settle,
} from '../quota/daily-quota.ts';
import type { ReplyRequest } from '../quota/decide-if-reply-allowed.ts';
import { answers, listFirst, listRecent, readNamed } from './previous-turns-and-answered-turn.ts';

/** Milliseconds after which another message may take the chat's lock if nothing has ended the turn. */
const LOCK_MS = 30 * 60_000;
/**
 * Milliseconds within which a worker must claim a turn. If no worker has claimed the turn by then, a resend of the
 * message hands the turn over again.
 */
export const HAND_OVER_MS = 15_000;
/** Attempts to undo the writes, and milliseconds of the first pause. The SDK tries each write up to three times. */
const TAKE_BACK = { tries: 3, pauseMs: 200 };

export interface TurnRequest {
  readonly chatId: string;
  readonly requestId: string;
  /** True if the client may have sent the message before. */
  readonly isResent: boolean;
  /** Index of the turn that the new turn replaces. */
  readonly replaces?: number | undefined;
  /**
   * Index of the earlier user message, if this message is a new version of it. At most one of `replaces`, `versionOf`
   * and `continues` is given. With `versionOf` or `continues`, the message begins a branch.
   */
  readonly versionOf?: number | undefined;
  /** Index of the message after which this message continues an older path. */
  readonly continues?: number | undefined;
  /**
   * Last ranges of the path before the message, oldest first, as far as the client knows. A range is the first and the
   * last message index of turns that follow each other. @default the chat has no branches
   */
  readonly path?: readonly (readonly [number, number])[] | undefined;
  /** Index of the newest message that the client knew when it first sent this one. */
  readonly after?: number | undefined;
  /** Number of newest turns that the client expects to fit in the context. @default as many as may be read */
  readonly context?: number | undefined;
  /** Ids of the message's files, each once. @default the files of the replaced turn; none without a replaced turn */
  readonly fileIds?: readonly string[] | undefined;
  /** False when the client knows that the sender has no instructions. @default the instructions are read */
  readonly hasInstructions?: boolean | undefined;
  /**
   * Project of the chat, if the project has instructions or files, as far as the client knows. Null when the client
   * knows that the chat is in no such project.
   * @default unknown
   */
  readonly projectId?: string | null | undefined;
  /** Largest number of tokens of the chat's messages that a model gets. */
  readonly historyTokens: number;
  readonly asking: ReplyRequest;
}

/** Results of the concurrent requests, whose writes carry the token `call`. */
export interface Snapshot {
  readonly request: TurnRequest;
  readonly call: string;
  readonly start: StartOutcome;
  readonly reservation: Reserved;
  readonly read: readonly TurnItem[];
  /** Turns that were read from the ranges in `request.path`. @default none */
  readonly onPath?: readonly ReadRange[];
  /** First turns of the chat. Read only if the chat may have more turns than `read`, which holds the newest ones. */
  readonly first: readonly TurnItem[] | undefined;
  readonly facts: EntitlementFacts;
  /** Added by `begin-turn.ts`. Absent if the chat is in no project, or if the request's `projectId` is null. */
  readonly project?: ProjectContext | undefined;
  /** The sender's usable files that the request names. */
  readonly files: readonly FileItem[];
  /** Time when the requests began, by `performance.now` in milliseconds. */
  readonly readAt: number;
}

/**
 * Makes the requests concurrently. If one fails, the writes of this call are undone.
 * @returns undefined if a request failed, and an earlier call of this message may have started its turn
 * @throws the failure of a request if no earlier call can have started the turn
 */
export async function lockReserveAndRead(request: TurnRequest, call: string): Promise<Snapshot | undefined> {
  const { chatId, requestId, replaces, versionOf, continues, path, after, context } = request;
  const { hasInstructions, projectId, asking } = request;
  const { sender, now } = asking;
  const { owner } = sender;
  const times = { now, lockMs: LOCK_MS, leaseMs: HAND_OVER_MS };
  const accounts = accountsOf(request);
  const chargedAddress = accounts[1]?.owner;
  const readAt = performance.now();
  const [started, reserved, listed, begun, known, found, named] = await Promise.allSettled([
    startTurn(owner, chatId, { requestId, call, replaces, versionOf, continues, chargedAddress, ...times }),
    reserve(toReserve(request, call), accounts),
    // With a `path`, `readNamed` reads the turns that the model may get. So `listRecent` gets 0 and reads
    // only the newest `LEAST_TURNS` turns.
    listRecent({ owner, chatId }, path ? 0 : context),
    listFirst({ owner, chatId }, { after, context }),
    readEntitlementFacts(sender.kind === 'user' ? owner : undefined, now, {
      isWithOwn: hasInstructions ?? true,
      projectId: projectId ?? undefined,
    }),
    findFiles(request),
    readNamed({ owner, chatId }, path, context),
  ]);
  if (
    started.status === 'fulfilled' &&
    reserved.status === 'fulfilled' &&
    listed.status === 'fulfilled' &&
    begun.status === 'fulfilled' &&
    known.status === 'fulfilled' &&
    found.status === 'fulfilled' &&
    named.status === 'fulfilled'
  )
    return {
      ...{ request, call, readAt, start: started.value, reservation: reserved.value },
      ...{ read: listed.value, first: begun.value, facts: known.value, files: found.value },
      onPath: named.value,
    };
  await takeBack(request, call);
  const cause = [started, reserved, listed, begun, known, found, named].find(
    (outcome) => outcome.status === 'rejected',
  )?.reason;
  if (!mayHaveStarted(request, settledValue(started), settledValue(listed))) throw cause;
  log('WARN', 'resend not looked up', { requestId, cause });
  return undefined;
}

async function findFiles({ fileIds, asking: { sender, now } }: TurnRequest): Promise<readonly FileItem[]> {
  if (fileIds === undefined || sender.kind !== 'user') return [];
  return readFiles(sender.owner, fileIds, now);
}

const settledValue = <T>(outcome: PromiseSettledResult<T>): T | undefined =>
  outcome.status === 'fulfilled' ? outcome.value : undefined;

/**
 * True if an earlier call may have started this message's turn. This holds for each resent message, unless the chat is
 * gone. If a request to the database then fails, the client must get no error. After an error, the user would send the
 * text again, as a second message.
 */
export const mayHaveStarted = (
  { requestId, isResent }: TurnRequest,
  start: StartOutcome | undefined,
  read: readonly TurnItem[] = [],
): boolean =>
  (isResent && start?.kind !== 'missing') ||
  start?.kind === 'ended' ||
  start?.kind === 'same' ||
  read.some((turn) => answers(turn, requestId));

/**
 * Undoes what this call wrote, or may have written if its results are not known. Releases the lock last: if the
 * reservation cannot be given back, the lock stays. A later use of the chat then finds the lock, and gives the
 * reservation back (`release-stale-lock.ts`). Logs a failure instead of throwing.
 */
export async function takeBack(
  request: TurnRequest,
  call: string,
  known?: Pick<Snapshot, 'start' | 'reservation'>,
): Promise<void> {
  const { chatId, requestId, asking } = request;
  const giveBack = (token: string) => settle(requestId, chargesOf(request, [token, token]), undefined);
  const abandon = (returned?: string) => abandonTurn(asking.sender.owner, chatId, { call, returned });
  const undo = async () => {
    if (!known || known.reservation.kind === 'reserved') await giveBack(call);
    if (known && known.start.kind !== 'started') return;
    // If the lock names another call's reservation, `abandon` keeps the lock and returns the token of that call.
    for (let left = await abandon(); left !== undefined; left = await abandon(left)) await giveBack(left);
  };
  try {
    await retry(undo, TAKE_BACK);
  } catch (cause) {
    log('WARN', 'turn not taken back', { requestId, cause });
  }
}

/**
 * Lists the accounts on which the message is reserved. Each has the highest limit of any plan that the sender may have,
 * because the plan is not known yet.
 */
export const accountsOf = ({ asking: { sender, allowances } }: TurnRequest): Account[] =>
  chargesFor(sender, widestAllowance(sender.kind, allowances));

/** @param calls tokens of the message's reservations, one for each account */
export const chargesOf = (request: TurnRequest, calls: readonly (string | undefined)[]): Charge[] =>
  accountsOf(request).map(({ owner }, i) => ({ owner, at: request.asking.now, call: calls[i] }));

export const toReserve = ({ requestId, asking }: TurnRequest, call: string) => ({
  requestId,
  call,
  at: asking.now,
});
