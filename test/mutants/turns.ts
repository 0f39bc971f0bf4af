/** A message's turn: lost answers, resends, dead workers, silent models. */
import type { Mutant } from './mutant.ts';

const LOST = 'test/integration/lost-answers.test.ts';
const FAULTS = 'test/integration/fault-table.test.ts';
const TURNS = 'lambdas/store/turns.ts';
const START = 'lambdas/domain/turn-start.ts';
const RECOVERY = 'lambdas/domain/turn-recovery.ts';

export const TURN_MUTANTS: readonly Mutant[] = [
  {
    name: 'turn: a lock does not recognise its own call',
    file: 'lambdas/store/turn-lock.ts',
    find: 'if (outcome.ok || pending?.call === call)',
    replace: 'if (outcome.ok)',
    test: LOST,
    title: 'the lock',
  },
  {
    name: 'turn: a claim does not recognise itself (V1)',
    file: TURNS,
    find: "if (turn?.worker === claim.worker && turn.status === 'streaming')",
    replace: 'if (turn?.worker === undefined)',
    test: LOST,
    title: 'the claim (V1)',
  },
  {
    name: 'turn: an end does not recognise itself (V2)',
    file: TURNS,
    find: 'return turn?.worker === worker && turn.status === end.status && turn.replyAt === end.replyAt;',
    replace: 'return turn === undefined;',
    test: LOST,
    title: 'the end of the turn (V2)',
  },
  {
    name: 'turn: any call takes a lock back (V3)',
    file: 'lambdas/store/turn-lock.ts',
    find: "ConditionExpression: 'pending.#call = :call',",
    replace: "ConditionExpression: 'pending.#call = :call OR attribute_exists(pending)',",
    test: LOST,
    title: 'whose lock write fails (V3)',
  },
  {
    name: 'turn: a resend calls a worker while one is expected (V12)',
    file: RECOVERY,
    find: 'return ((turn ?? pending).leaseUntil ?? 0) >= now;',
    replace: 'return ((turn ?? pending).leaseUntil ?? 0) >= now * 2;',
    test: LOST,
    title: 'no second worker is called until the lease is over',
  },
  {
    name: 'turn: an old answer is looked for in the last turns alone (V6)',
    file: 'lambdas/domain/turn-history.ts',
    find: 'if (found || !oldest || from === undefined || oldest.index <= from) return found;',
    replace: 'return found;',
    test: LOST,
    title: 'with 45 turns since (V6)',
  },
  {
    name: 'turn: a new chat is not remembered by its request (V7)',
    file: 'lambdas/store/chat-count.ts',
    find: 'return outcome.ok ? chatId : String(outcome.item?.chatId);',
    replace: 'return outcome.ok || requestId ? chatId : String(outcome.item?.chatId);',
    test: LOST,
    title: 'the first sends its request again after the second (V7)',
  },
  {
    name: 'turn: a silent turn keeps its chat (V11)',
    file: RECOVERY,
    find: 'if (!hasEnded && silentSince + GRACE_MS >= now) return false;',
    replace: 'if (!hasEnded && silentSince + GRACE_MS >= 0) return false;',
    test: LOST,
    title: 'the next message is answered within a minute',
  },
  {
    name: 'turn: a job whose turn was taken back is done all the same',
    file: 'lambdas/domain/reply.ts',
    find: "if (claimed.kind !== 'claimed' || claimed.attempt > 1 || awaited) return claimed;",
    replace: "if (claimed.kind !== 'claimed' || claimed.attempt > 0 || awaited) return claimed;",
    test: LOST,
    title: 'a job that comes after its turn was taken back',
  },
  {
    name: 'turn: a hand-over whose answer was lost is taken back',
    file: 'lambdas/runtime/hand-over.ts',
    find: 'if (!success) return false;',
    replace: 'if (!success) return true;',
    test: 'lambdas/runtime/hand-over.test.ts',
  },
  {
    name: 'turn: a later try that was refused takes the hand-over back',
    file: 'lambdas/runtime/hand-over.ts',
    find: 'return attempts === 1 && httpStatusCode >= 400',
    replace: 'return httpStatusCode >= 400',
    test: 'lambdas/runtime/hand-over.test.ts',
  },
  {
    name: 'turn: a refused resend leaves the dead call its reservation',
    file: START,
    find: "if (reservation.kind !== 'already') return;",
    replace: "if (reservation.kind !== 'exceeded') return;",
    test: LOST,
    title: 'with the reservation alone',
  },
  {
    name: 'reply: pieces on their way delay the terminal write',
    file: 'lambdas/domain/reply.ts',
    find: "    if (reader.wasCut !== 'lost') await endReply",
    replace: "    await closed;\n    if (reader.wasCut !== 'lost') await endReply",
    test: LOST,
    title: 'every post to a device',
  },
  {
    name: 'reply: the last frame is sent once',
    file: 'lambdas/runtime/post.ts',
    find: '{ tries: 3, pauseMs: 150 }',
    replace: '{ tries: 1, pauseMs: 150 }',
    test: LOST,
    title: 'the last frame to a device',
  },
  {
    name: 'reply: a call to the database may hang',
    file: 'lambdas/runtime/clients.ts',
    find: 'throwOnRequestTimeout: true',
    replace: 'throwOnRequestTimeout: false',
    test: 'lambdas/runtime/clients.test.ts',
  },
  {
    name: 'reply: no time is kept for the end of the turn',
    file: 'lambdas/domain/reply-watch.ts',
    find: 'Math.max(0, remainingMs() - RESERVE_MS)',
    replace: 'Math.max(0, remainingMs() + RESERVE_MS)',
    test: FAULTS,
    title: 'that its worker has no time for',
  },
  {
    name: 'reply: a silent model is waited for',
    file: 'lambdas/domain/reply-text.ts',
    find: 'IDLE_LIMIT_MS = 60_000',
    replace: 'IDLE_LIMIT_MS = 600_000',
    test: FAULTS,
    title: 'a stream that stalls',
  },
];
