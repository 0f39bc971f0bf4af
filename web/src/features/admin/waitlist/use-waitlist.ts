import { hashKey, useQueryClient } from '@tanstack/react-query';
import type { Approval, WaitlistEntry } from '#contract/admin';
import { WAITLIST_BATCH_MAX } from '#contract/limits';
import { createStore, type Store, useStore } from '../../../lib/observable-store.ts';
import { explainAdminFailure } from '../api/call-admin.ts';
import { changeRows, readAgain, usePagedList } from '../api/paged-list.ts';
import * as api from '../api/waitlist.ts';
import { announce } from '../components/console-screen-reader-announcer.tsx';
import { adminCopy } from '../copy.ts';
import { NOTHING, type Selection, within } from './row-selection.ts';
import { splitIntoBatches } from './split-into-batches.ts';

const words = adminCopy.waitlist;

/** Progress and result of an action. `done` and `all` are numbers of entries. */
interface Work {
  readonly doing: 'approving' | 'removing' | undefined;
  readonly done: number;
  readonly all: number;
  readonly error: string | undefined;
  /** Outcome for each address that the last approval has processed. */
  readonly results: readonly Approval[];
}

const IDLE: Work = { doing: undefined, done: 0, all: 0, error: undefined, results: [] };
const emailOf = ({ email }: WaitlistEntry) => email;

/**
 * Makes the part of the waitlist tab's state that is kept while the operator is in the console, so that the outcome of
 * an action is not lost when the tab is left.
 */
export const makeKeptWaitlist = () => ({ work: createStore(IDLE), ticked: createStore(NOTHING) });
export type KeptWaitlist = ReturnType<typeof makeKeptWaitlist>;

export type Waitlist = ReturnType<typeof useWaitlist>;

/**
 * State of the waitlist tab. `selection` has only the selected entries that are shown, so that no action concerns
 * another entry. `hidden` counts the other selected entries.
 */
export function useWaitlist(kept: KeptWaitlist, query: api.WaitlistQuery) {
  const options = api.waitlistOptions(query);
  const list = usePagedList(options, emailOf);
  const client = useQueryClient();
  const ticked = useStore(kept.ticked);
  const work = useStore(kept.work);
  const { inBatches, dismiss } = batchesIn(kept.work);
  const select = (to: (before: Selection) => Selection) => kept.ticked.set(to(kept.ticked.get()));
  const change = (to: (row: WaitlistEntry) => WaitlistEntry | undefined) =>
    changeRows<WaitlistEntry>(client, options.queryKey, to);
  // Called before an action changes the cached rows. The response to a read in progress could put the old rows back.
  const cancelReads = () => client.cancelQueries({ queryKey: options.queryKey });

  /**
   * Reads the lists of the waitlist again, because an action may change several of them. The action has already updated
   * the rows of the list in which it began. This list is read again only if `withOwn` is true.
   * @param withOwn true if the server has skipped an entry, for example because another operator had removed the entry
   */
  const readListsAgain = (withOwn: boolean) =>
    readAgain(client, {
      queryKey: api.WAITLIST_KEY,
      predicate: ({ queryHash }) => withOwn || queryHash !== hashKey(options.queryKey),
    });
  const deselect = (emails: ReadonlySet<string>) =>
    select((before) => new Set([...before].filter((email) => !emails.has(email))));

  /** Approves entries in batches. After a failure the entries that were not processed stay selected. */
  async function approve(emails: readonly string[]): Promise<void> {
    const results: Approval[] = [];
    const isDone = await inBatches('approving', emails, async (batch, update) => {
      results.push(...(await api.approve(batch)));
      await cancelReads();
      update({ results: [...results] });
      const byEmail = new Map(results.map((result) => [result.email, result]));
      change((row) => afterApproval(row, byEmail.get(row.email), query.search !== undefined));
      deselect(new Set(byEmail.keys()));
    });
    const approved = results.filter(({ outcome }) => outcome === 'approved').length;
    if (results.length > 0) announce(words.resultOf(approved, emails.length - approved));
    await readListsAgain(isDone && approved < results.length);
  }

  /** Removes entries in batches. Resolves with true if all batches succeeded. */
  async function remove(emails: readonly string[]): Promise<boolean> {
    const removed: string[] = [];
    const asked: string[] = [];
    const isDone = await inBatches('removing', emails, async (batch) => {
      removed.push(...(await api.remove(batch)));
      await cancelReads();
      asked.push(...batch);
      const gone = new Set(asked);
      change((row) => (gone.has(row.email) ? undefined : row));
      deselect(gone);
    });
    const before = asked.length - removed.length;
    if (asked.length > 0)
      announce([words.removed(removed.length), ...(before > 0 ? [words.goneBefore(before)] : [])].join(' '));
    await readListsAgain(isDone && before > 0);
    return isDone;
  }

  const selection = within(ticked, list.rows.map(emailOf));
  return { list, selection, hidden: ticked.size - selection.size, select, work, approve, remove, dismiss };
}

type Update = (change: Partial<Work>) => void;

/** Runs one action at a time, in batches of addresses. */
function batchesIn(work: Store<Work>) {
  const update: Update = (change) => work.set({ ...work.get(), ...change });

  /**
   * Calls `act` with one batch after another, until a batch fails. Resolves with true if there were batches and all
   * succeeded.
   */
  async function inBatches(
    doing: 'approving' | 'removing',
    emails: readonly string[],
    act: (batch: readonly string[], update: Update) => Promise<void>,
  ): Promise<boolean> {
    if (work.get().doing !== undefined || emails.length === 0) return false;
    work.set({ ...IDLE, doing, all: emails.length });
    let done = 0;
    let error: string | undefined;
    try {
      for (const batch of splitIntoBatches(emails, WAITLIST_BATCH_MAX)) {
        await act(batch, update);
        done += batch.length;
        update({ done });
      }
    } catch (cause) {
      error =
        done > 0
          ? `${explainAdminFailure(cause)} ${words.partly(emails.length - done)}`
          : explainAdminFailure(cause);
    }
    update({ doing: undefined, error });
    return error === undefined;
  }

  return { inBatches, dismiss: () => work.set(IDLE) };
}

/** Returns the row after an approval, or undefined if the row leaves the list. A search lists approved rows, too. */
function afterApproval(row: WaitlistEntry, result: Approval | undefined, isSearch: boolean) {
  const isUnchanged = result?.outcome === 'has_account' || result?.outcome === 'too_long';
  if (!result || row.status === 'approved' || isUnchanged) return row;
  if (result.outcome === 'not_found' || !isSearch) return undefined;
  const { invite } = result;
  return {
    ...row,
    status: 'approved' as const,
    ...(invite && { inviteCode: invite.code, approvedAt: invite.createdAt }),
  };
}
