/** Records each turn's outcome from the table's changes, for checks of acks, screens and counters against it. */
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { Stack } from '../../local/stack.ts';

/** The attributes of a turn's row that the checks read. */
export interface Row {
  readonly owner: string;
  readonly chatId: string;
  readonly index: number;
  readonly requestId: string | undefined;
  /** Every request that this row has answered. */
  readonly requestIds: readonly string[];
  readonly status: string;
  readonly kind: string | undefined;
  readonly text: string;
  readonly userText: string | undefined;
  readonly model: string | undefined;
  readonly inputTokens: number;
  readonly outputTokens: number;
}

interface ChatRow {
  readonly owner: string;
  readonly chatId: string;
  readonly pending: string | undefined;
  readonly isDeleted: boolean;
}

export class Ledger {
  /** By key. */
  readonly rows = new Map<string, Row>();
  readonly chats = new Map<string, ChatRow>();
  /** Rows as they were when their replies ended. */
  readonly endings: Row[] = [];
  /** `performance.now()` when each request last took its chat's lock. */
  readonly #pendingSince = new Map<string, number>();
  /** `performance.now()` when each chat was last seen as deleted. */
  readonly #deletedAt = new Map<string, number>();
  readonly #stop: () => void;

  constructor({ dynamodb }: Stack) {
    const chats = dynamodb.table('Chats');
    this.#stop = dynamodb.onChange(({ table, keys, before, after }) => {
      if (table !== chats) return;
      const { pk, sk } = textsOf(keys);
      this.#note(pk, sk, itemOf(before), itemOf(after));
    });
  }

  close = (): void => this.#stop();

  /**
   * Returns the `performance.now()` since which the server has held a request: the chat's lock is for it, or its turn
   * is stored. Undefined if the server does not hold it.
   */
  heldSince(requestId: string): number | undefined {
    const isHeld =
      this.rowsOf(requestId).length > 0 ||
      [...this.chats.values()].some(({ pending }) => pending === requestId);
    return isHeld ? this.#pendingSince.get(requestId) : undefined;
  }

  rowsOf(requestId: string): Row[] {
    return [...this.rows.values()].filter(({ requestIds }) => requestIds.includes(requestId));
  }

  /** True if a chat was deleted at any time after `since`, a `performance.now()`, even if it was restored. */
  wasDeleted = (chatId: string, since: number): boolean =>
    this.isDeleted(chatId) || (this.#deletedAt.get(chatId) ?? 0) > since;

  isDeleted = (chatId: string): boolean => this.chats.get(chatId)?.isDeleted ?? false;

  #note(pk: string, sk: string, before: Item, after: Item): void {
    const [, owner = '', chatId = ''] = /^CHAT#(.+)#(.+)$/.exec(pk) ?? [];
    if (owner !== '' && sk.startsWith('MSG#')) this.#noteRow(`${pk} ${sk}`, { owner, chatId }, before, after);
    if (!pk.startsWith('OWNER#') || !sk.startsWith('CHAT#')) return;
    const chat = sk.slice('CHAT#'.length);
    if (after === undefined) this.chats.delete(chat);
    else {
      const pending = after.pending as { readonly requestId?: string } | undefined; // as the product stores it
      if (this.isDeleted(chat)) this.#deletedAt.set(chat, performance.now());
      const isBegun = pending?.requestId !== this.chats.get(chat)?.pending;
      if (pending?.requestId !== undefined && isBegun)
        this.#pendingSince.set(pending.requestId, performance.now());
      this.chats.set(chat, {
        owner: pk.slice('OWNER#'.length),
        chatId: chat,
        pending: pending?.requestId,
        isDeleted: after.deletedAt !== undefined,
      });
    }
  }

  #noteRow(key: string, place: Pick<Row, 'owner' | 'chatId'>, before: Item, after: Item): void {
    if (after === undefined) {
      this.rows.delete(key);
      return;
    }
    const row = rowOf(place, after);
    this.rows.set(key, row);
    const hasEnded = before?.status === 'streaming' && row.status !== 'streaming';
    if (hasEnded) this.endings.push(row);
  }
}

type Item = Readonly<Record<string, unknown>> | undefined;

const itemOf = (item: object | undefined): Item =>
  item && unmarshall(item as Parameters<typeof unmarshall>[0]); // DynamoDB's JSON, as the emulator keeps it

function textsOf(keys: object): { pk: string; sk: string } {
  const { pk, sk } = itemOf(keys) ?? {};
  return { pk: String(pk), sk: String(sk) };
}

function rowOf(place: Pick<Row, 'owner' | 'chatId'>, item: NonNullable<Item>): Row {
  const text = (name: string) => (item[name] === undefined ? undefined : String(item[name]));
  const requestId = text('requestId');
  const others = item.requestIds instanceof Set ? [...item.requestIds].map(String) : [];
  return {
    ...place,
    index: Number(item.index),
    requestId,
    requestIds: [...new Set([...(requestId === undefined ? [] : [requestId]), ...others])],
    status: String(item.status),
    kind: text('kind'),
    text: text('text') ?? '',
    userText: text('userText'),
    model: text('model'),
    inputTokens: Number(item.inputTokens ?? 0),
    outputTokens: Number(item.outputTokens ?? 0),
  };
}
