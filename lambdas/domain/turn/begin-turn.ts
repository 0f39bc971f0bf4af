/**
 * Starts a turn (decision 0001). The chat's lock, the quota reservation and the reads of plan and history run
 * concurrently, so that most messages take one round trip to the database. Unneeded writes are undone. The message is
 * reserved before the plan is known, so its number within the day is compared with the plan's limit afterwards.
 *
 * Several calls may carry the same message: the client sends it again after a lost connection, after a refusal by API
 * Gateway, or after 20 seconds without a sign of life. The writes of a call carry its token, by which
 * `takeBack` undoes them.
 */
import { forkOf } from '#contract/branches';
import { AppError } from '#contract/error-codes';
import { wordedError } from '#contract/server-worded-errors';
import { log } from '../../runtime/log.ts';
import { refusalOf } from '../../runtime/token-revocation.ts';
import { readFiles } from '../../store/files/files.ts';
import { readProjectContext } from '../../store/project-context.ts';
import type { StartOutcome } from '../../store/turns/lock.ts';
import { getTurn, type TurnItem } from '../../store/turns/turns.ts';
import { quotaOf, settle } from '../quota/daily-quota.ts';
import { checkEntitlement, type Grant, type Verdict } from '../quota/decide-if-reply-allowed.ts';
import { uuidv7 } from '../uuidv7.ts';
import type { Beginning } from './begin-turn-outcome.ts';
import { checkFiles } from './check-files.ts';
import { answeredBeforeLock, resumeTurn } from './handle-resent-message.ts';
import {
  chargesOf,
  lockReserveAndRead,
  mayHaveStarted,
  type Snapshot,
  type TurnRequest,
  takeBack,
} from './lock-reserve-and-read.ts';
import { placeTurn } from './place-turn-in-branch.ts';
import { prepareTurn } from './prepare-granted-turn.ts';
import { findAnswer, hasEnded, isLastTurn, listRecent } from './previous-turns-and-answered-turn.ts';
import { releaseStale } from './release-stale-lock.ts';
import { isUnclaimed, turnOf } from './turn-in-progress.ts';

/** Largest number of attempts of a call that loses races against other calls in the chat. */
const MOST_ATTEMPTS = 4;

/**
 * Starts a message's turn, or finds the state in which an earlier call of the same message left it. Undoes the writes
 * of this call when the message is refused.
 * @throws AppError `session_expired`, `signed_out`, `chat_not_found`, `reply_pending`, `not_last_turn`,
 * `message_not_found`, `too_many_versions`, or the error with which `checkEntitlement` or `checkFiles` refuses
 * @throws the error of the database, unless an earlier call may have started the turn
 */
export async function beginTurn(request: TurnRequest): Promise<Beginning> {
  // The token contains the time of the reservation, by which `daily-quota.ts` recognises a stale reservation.
  const call = uuidv7(request.asking.now);
  for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt += 1) {
    const snapshot = await lockReserveAndRead(request, call);
    if (!snapshot) return { kind: 'unknown' };
    await refuseRevoked(snapshot);
    const beginning = await decide(snapshot, attempt).catch(async (error: unknown) => {
      if (error instanceof AppError) throw error;
      // Undoes nothing if an earlier call has started the turn (`same`). This call may have taken over the earlier
      // call's lock. The lock stays, because the next resend needs it to continue the turn.
      if (snapshot.start.kind !== 'same') await takeBack(request, call);
      if (!mayHaveStarted(request, snapshot.start, snapshot.read)) throw error;
      log('WARN', 'resend not looked up', { requestId: request.requestId, cause: error });
      return { kind: 'unknown' } as const;
    });
    if (beginning) return beginning;
  }
  await takeBack(request, call);
  throw wordedError('reply_pending');
}

async function refuseRevoked(snapshot: Snapshot): Promise<void> {
  const { request, call, facts } = snapshot;
  const { token } = request.asking.sender;
  const code = token && refusalOf(facts.revocation, token);
  if (code === undefined) return;
  await takeBack(request, call, snapshot);
  throw wordedError(code);
}

/**
 * Reads the last turns again if the first read does not show that the last turn has ended. That turn may have ended
 * after the first read and before this call locked the chat. A turn that ended in this time may be the answer to an
 * earlier call of this message. Only the second read then finds the answer.
 */
async function withLastTurn(snapshot: Snapshot): Promise<Snapshot> {
  const { request, start, read } = snapshot;
  if (start.kind !== 'started' || !start.last || hasEnded(start.last, read)) return snapshot;
  const { chatId, context, asking } = request;
  return { ...snapshot, read: await listRecent({ owner: asking.sender.owner, chatId }, context), onPath: [] };
}

/**
 * Gives the new message the files of the replaced turn if the client sends no `fileIds`. Such a client is older than
 * the support of files, so the new message would otherwise lose the files.
 */
async function withKeptFiles(snapshot: Snapshot): Promise<Snapshot> {
  const { request, read } = snapshot;
  const { fileIds, replaces, asking } = request;
  if (fileIds !== undefined || replaces === undefined) return snapshot;
  const { files = [], removedFiles } = read.find(({ index }) => index === replaces) ?? {};
  const kept = files.map(({ fileId }) => fileId).filter((fileId) => !removedFiles?.has(fileId));
  if (kept.length === 0) return snapshot;
  const found = await readFiles(asking.sender.owner, kept, asking.now);
  return { ...snapshot, request: { ...request, fileIds: found.map(({ fileId }) => fileId) }, files: found };
}

/**
 * Adds the instructions and files of the chat's project. Adds nothing if the request's `projectId` is null, because the
 * client then knows of no instructions or files to add. If the request names the chat's project, `lockReserveAndRead`
 * has already read both. Otherwise this function reads both. Example: the chat was moved to this project, and the
 * client still names the earlier project.
 */
async function withProject(snapshot: Snapshot): Promise<Snapshot> {
  const { request, start, facts } = snapshot;
  const { projectId: named, asking } = request;
  const projectId = start.kind === 'started' || start.kind === 'same' ? start.projectId : undefined;
  if (projectId === undefined || named === null) return snapshot;
  const project =
    named === projectId ? facts.project : await readProjectContext(asking.sender.owner, projectId);
  return { ...snapshot, project };
}

/**
 * Decides how the message's turn begins or continues. Undefined when the state has changed since it was read.
 * @throws AppError when the message is refused
 */
async function decide(found: Snapshot, attempt: number): Promise<Beginning | undefined> {
  const snapshot = await withProject(await withKeptFiles(await withLastTurn(found)));
  const { request, start, read, facts, reservation } = snapshot;
  const { asking, chatId } = request;
  const chat = { owner: asking.sender.owner, chatId };
  const verdict = checkFiles(snapshot, checkEntitlement(asking, facts, reservation.positions));
  const earlier = mayBeAnswered(snapshot) ? await earlierAnswer(snapshot, chat) : undefined;
  if (start.kind === 'same')
    return earlier && earlier.version !== start.version
      ? answeredBeforeLock(snapshot, start, verdict, earlier)
      : resumeTurn(snapshot, start, verdict, attempt);
  if (earlier) return answered(snapshot, verdict, earlier);
  if (start.kind === 'busy' && (await releaseStale(chat, start, asking.now))) return undefined;
  if (start.kind === 'started' && verdict.kind === 'granted' && isLastTurn(start.messageIndex, read))
    return prepareStarted(snapshot, start, verdict);
  await refund(snapshot, chat);
  throw refusal(start, verdict, request);
}

/**
 * @returns undefined when another call has taken the lock
 * @throws AppError `too_many_versions` when the chat has no room for the turn's branch
 */
async function prepareStarted(
  snapshot: Snapshot,
  start: Extract<StartOutcome, { kind: 'started' }>,
  verdict: Grant,
): Promise<Beginning | undefined> {
  const { request, call } = snapshot;
  const placed = await placeTurn(request, call, start);
  if (!placed) return undefined;
  if (!placed.isFull) return prepareTurn(snapshot, { ...start, ...placed }, verdict);
  await refund(snapshot, { owner: request.asking.sender.owner, chatId: request.chatId });
  throw wordedError('too_many_versions');
}

/**
 * True if an earlier turn may already answer the message. If an earlier call of the message holds the lock and a worker
 * has claimed the turn, `resumeTurn` handles the turn instead.
 */
const mayBeAnswered = ({ start, read }: Snapshot): boolean =>
  start.kind !== 'missing' && (start.kind !== 'same' || turnOf(start, read) === undefined);

/**
 * Undoes this call's writes. If an earlier call has reserved the message, also releases the earlier call's reservation.
 * A third call may meanwhile have taken that reservation over, or reserved the message again. `settle` does not release
 * the third call's reservation, because the third call has another token than the earlier call.
 */
async function refund(
  { request, call, start, read, reservation }: Snapshot,
  chat: { readonly owner: string; readonly chatId: string },
): Promise<void> {
  const { requestId } = request;
  await takeBack(request, call, { start, reservation });
  if (reservation.kind !== 'already') return;
  // The turn of a deleted chat may still have a worker, or a worker may have ended it. The worker settles the message.
  const isDeleted = start.kind === 'missing';
  if (isDeleted && ((await findAnswer(request, read, chat)) || !(await isUnclaimed(chat, requestId)))) return;
  await settle(requestId, chargesOf(request, reservation.calls), undefined);
}

/**
 * Finds the turn in which an earlier call of this message was answered. If the first read came before a worker claimed
 * or ended that turn, reads the turn again.
 */
async function earlierAnswer(
  { request, start, read }: Snapshot,
  chat: { readonly owner: string; readonly chatId: string },
): Promise<TurnItem | undefined> {
  const found = await findAnswer(request, read, chat);
  if (found && found.status !== 'streaming') return found;
  const messageIndex = start.kind === 'ended' ? start.messageIndex : found?.index;
  return messageIndex === undefined ? undefined : getTurn({ ...chat, messageIndex });
}

async function answered(snapshot: Snapshot, { allowance }: Verdict, turn: TurnItem): Promise<Beginning> {
  const { request, call, reservation } = snapshot;
  await takeBack(request, call, snapshot);
  const used = reservation.kind === 'reserved' ? reservation.used - 1 : reservation.used;
  return { kind: 'answered', turn, quota: quotaOf(allowance.messagesPerDay, used, request.asking.now) };
}

function refusal(start: StartOutcome, verdict: Verdict, request: TurnRequest): AppError {
  if (start.kind === 'started' && verdict.kind === 'refused') return verdict.error;
  if (start.kind === 'notLast' && forkOf(request)) return wordedError('message_not_found');
  if (start.kind === 'started' || start.kind === 'notLast') return wordedError('not_last_turn');
  return start.kind === 'busy' ? wordedError('reply_pending') : new AppError('chat_not_found');
}
