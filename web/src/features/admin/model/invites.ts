import type { Invite } from '#contract/admin';
import type { HttpResponse } from '#contract/http';
import { createStore, type ReadStore } from '../../../lib/store.ts';
import * as api from '../api/invites.ts';
import { adminCopy } from '../copy.ts';
import { announce } from './announcer.ts';
import { explain } from './explain.ts';
import { PagedList } from './paged-list.ts';

const words = adminCopy.invites;

export interface InvitesWork {
  readonly doing: 'creating' | 'revoking' | undefined;
  readonly error: string | undefined;
}

const IDLE: InvitesWork = { doing: undefined, error: undefined };

/** The invites as the operator sees them, and what is being done with them: one thing at a time. */
export class Invites {
  readonly list: PagedList<Invite>;
  readonly work: ReadStore<InvitesWork>;
  private readonly working = createStore<InvitesWork>(IDLE);

  constructor(search: string) {
    this.work = this.working;
    this.list = new PagedList({
      readPage: (cursor) => api.listInvites(search || undefined, cursor),
      keyOf: ({ code }) => code,
    });
  }

  load = (): Promise<void> => this.list.load();
  forget = (): void => this.working.set(IDLE);

  /** Resolves with the new invites, or with nothing where that failed or something is under way. */
  async create(invites: api.NewInvites): Promise<HttpResponse<'createInvites'> | undefined> {
    const created = await this.once('creating', () => api.createInvites(invites));
    if (!created) return undefined;
    announce(words.createdTitle(created.invites.length));
    void this.list.load();
    return created;
  }

  /** Resolves with whether nobody can use it any more. */
  async revoke(code: string): Promise<boolean> {
    const revoked = await this.once('revoking', () => api.revokeInvite(code));
    if (!revoked) {
      // Another operator may have been faster: then the list tells.
      void this.list.load();
      return false;
    }
    this.list.change((row) => (row.code === code ? revoked : row));
    announce(words.revoked(code));
    return true;
  }

  private async once<T>(doing: 'creating' | 'revoking', act: () => Promise<T>): Promise<T | undefined> {
    if (this.working.get().doing !== undefined) return undefined;
    this.working.set({ doing, error: undefined });
    try {
      const outcome = await act();
      this.working.set(IDLE);
      return outcome;
    } catch (error) {
      this.working.set({ doing: undefined, error: explain(error) });
      return undefined;
    }
  }
}
