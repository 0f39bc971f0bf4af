import type { Approval, WaitlistEntry } from '#contract/admin';
import { WAITLIST_BATCH_MAX } from '#contract/limits';
import { createStore, type ReadStore } from '../../../lib/store.ts';
import * as api from '../api/waitlist.ts';
import { adminCopy } from '../copy.ts';
import { announce } from './announcer.ts';
import { batchesOf } from './batches.ts';
import { explain } from './explain.ts';
import { PagedList } from './paged-list.ts';
import { NOTHING, type Selection, within } from './selection.ts';

const words = adminCopy.waitlist;

export interface WaitlistWork {
  readonly doing: 'approving' | 'removing' | undefined;
  readonly done: number;
  readonly all: number;
  /** Why the last action stopped, in words for people. */
  readonly error: string | undefined;
  /** Outcomes of the last approval, person by person. */
  readonly results: readonly Approval[];
}

const IDLE: WaitlistWork = { doing: undefined, done: 0, all: 0, error: undefined, results: [] };

/** The waitlist as the operator sees it: the rows, those that are ticked, and what is being done with them. */
export class Waitlist {
  readonly list: PagedList<WaitlistEntry>;
  readonly selection: ReadStore<Selection>;
  readonly work: ReadStore<WaitlistWork>;
  private readonly selected = createStore<Selection>(NOTHING);
  private readonly working = createStore<WaitlistWork>(IDLE);
  private readonly query: api.WaitlistQuery;

  constructor(query: api.WaitlistQuery) {
    this.query = query;
    this.selection = this.selected;
    this.work = this.working;
    this.list = new PagedList({
      readPage: (cursor) => api.listWaitlist(query, cursor),
      keyOf: ({ email }) => email,
    });
  }

  async load(): Promise<void> {
    await this.list.load();
    this.select(this.selected.get());
  }

  select(selection: Selection): void {
    this.selected.set(
      within(
        selection,
        this.list.state.get().rows.map(({ email }) => email),
      ),
    );
  }

  /** Approves these people, a batch at a time. What a failure left undone stays selected. */
  async approve(emails: readonly string[]): Promise<void> {
    const results: Approval[] = [];
    const isDone = await this.inBatches('approving', emails, async (batch) => {
      results.push(...(await api.approve(batch)));
      this.working.set({ ...this.working.get(), results: [...results] });
      this.takeOver(results);
    });
    const approved = results.filter(({ outcome }) => outcome === 'approved').length;
    if (results.length > 0) announce(words.resultOf(approved, emails.length - approved));
    if (isDone && approved < results.length) await this.load();
  }

  /** Takes these people off the list, in the same way. */
  async remove(emails: readonly string[]): Promise<void> {
    const removed: string[] = [];
    const asked: string[] = [];
    const isDone = await this.inBatches('removing', emails, async (batch) => {
      removed.push(...(await api.remove(batch)));
      asked.push(...batch);
      const gone = new Set(asked);
      this.list.change((row) => (gone.has(row.email) ? undefined : row));
      this.select(this.selected.get());
    });
    const before = asked.length - removed.length;
    if (asked.length > 0)
      announce([words.removed(removed.length), ...(before > 0 ? [words.goneBefore(before)] : [])].join(' '));
    if (isDone && before > 0) await this.load();
  }

  dismiss(): void {
    this.working.set(IDLE);
  }

  /** Once at a time: a second click on the way does nothing. Resolves with whether all of it was done. */
  private async inBatches(
    doing: 'approving' | 'removing',
    emails: readonly string[],
    act: (batch: readonly string[]) => Promise<void>,
  ): Promise<boolean> {
    if (this.working.get().doing !== undefined || emails.length === 0) return false;
    this.working.set({ ...IDLE, doing, all: emails.length });
    try {
      for (const batch of batchesOf(emails, WAITLIST_BATCH_MAX)) {
        await act(batch);
        const { done } = this.working.get();
        this.working.set({ ...this.working.get(), done: done + batch.length });
      }
      this.working.set({ ...this.working.get(), doing: undefined });
      return true;
    } catch (error) {
      const { all, done } = this.working.get();
      const why = done > 0 ? `${explain(error)} ${words.partly(all - done)}` : explain(error);
      this.working.set({ ...this.working.get(), doing: undefined, error: why });
      return false;
    }
  }

  /** The rows as they are now: out of the queue, or approved where the search is over both. */
  private takeOver(results: readonly Approval[]): void {
    const byEmail = new Map(results.map((result) => [result.email, result]));
    this.list.change((row) => {
      const result = byEmail.get(row.email);
      if (!result || row.status === 'approved' || result.outcome === 'has_account') return row;
      if (result.outcome === 'not_found' || this.query.search === undefined) return undefined;
      const { invite } = result;
      return {
        ...row,
        status: 'approved',
        ...(invite && { inviteCode: invite.code, approvedAt: invite.createdAt }),
      };
    });
    const current = this.selected.get();
    this.select(new Set([...current].filter((email) => !byEmail.has(email))));
  }
}
