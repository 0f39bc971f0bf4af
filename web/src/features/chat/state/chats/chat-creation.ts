import { AppError } from '#contract/error-codes';
import type { AckData } from '#contract/socket';
import { createStore, type ReadStore } from '../../../../lib/observable-store.ts';
import type { Viewer } from '../../../../lib/session/session-state.ts';
import type { SocketClient } from '../../../../lib/socket/client.ts';
import { chatCopy } from '../../copy.ts';

export interface Creation {
  readonly creating: boolean;
  readonly error: string | undefined;
}

const TIMEOUT_MS = 30_000;

/** Creates chats, one at a time (docs/spec.md 4.2). */
export class ChatCreation {
  readonly state: ReadStore<Creation>;
  readonly #store = createStore<Creation>({ creating: false, error: undefined });
  readonly #socket: Pick<SocketClient, 'request' | 'abandon'>;
  readonly #viewer: Viewer;

  constructor(socket: Pick<SocketClient, 'request' | 'abandon'>, viewer: Viewer) {
    this.#socket = socket;
    this.#viewer = viewer;
    this.state = this.#store;
  }

  /** Resolves with undefined while another creation is in progress, and after a failure (see `error` of `state`). */
  async create(isTemporary: boolean, projectId?: string): Promise<AckData<'initChat'> | undefined> {
    if (this.#store.get().creating) return undefined;
    this.#store.set({ creating: true, error: undefined });
    try {
      const created = await this.#request(isTemporary, projectId);
      this.#store.set({ creating: false, error: undefined });
      return created;
    } catch (error) {
      this.#store.set({ creating: false, error: creationFailureText(error) });
      return undefined;
    }
  }

  clearError(): void {
    if (!this.#store.get().creating) this.#store.set({ creating: false, error: undefined });
  }

  async #request(isTemporary: boolean, projectId?: string): Promise<AckData<'initChat'>> {
    const { email, name } = this.#viewer;
    const id = crypto.randomUUID();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error(chatCopy.chats.creationFailed)), TIMEOUT_MS);
    });
    try {
      const kind = { ...(isTemporary && { isTemporary }), ...(projectId !== undefined && { projectId }) };
      const data = { isGuest: false, userEmail: email, name, ...kind };
      return await Promise.race([this.#socket.request('initChat', data, id), late]);
    } finally {
      clearTimeout(timer);
      this.#socket.abandon(id);
    }
  }
}

/** Returns the server's message for the user, or else the default text (docs/spec.md 8.1). */
export function creationFailureText(error: unknown): string {
  const told = error instanceof AppError ? error.ownMessage : undefined;
  return told ?? chatCopy.chats.creationFailed;
}
