/** The server's worker of one reply. Writes piece by piece, and sends each connection the text that it lacks. */
import type { TerminalStatus } from '#contract/entities';
import type { ServerFrame } from '#contract/socket';
import type { StoredChat, StoredTurn } from './product-store.ts';
import { sleep } from './sleep.ts';

/** A connection as the server sees it. A post to one that is gone is lost. */
export interface Reader {
  readonly post: (frame: ServerFrame) => void;
}

const PIECE_MS = 60;
const PIECES = 16;
/** Number of first pieces that come with thoughts. */
const THOUGHTS = 3;
const CHECKPOINT_EVERY = 5;
const LEASE_MS = 20_000;

/** Returns the text of a reply. Each piece names the attempt that wrote it. */
export const replyText = (question: string, attempt: number): string =>
  `${question}: ${Array.from({ length: PIECES }, (_, i) => `${attempt}.${i} `).join('')}`;

export class ReplyWorker {
  private readonly chat: StoredChat;
  private readonly turn: StoredTurn;
  private readonly connections: () => ReadonlySet<Reader>;
  private readonly sent = new Map<Reader, number>();

  constructor(chat: StoredChat, turn: StoredTurn, connections: () => ReadonlySet<Reader>) {
    this.chat = chat;
    this.turn = turn;
    this.connections = connections;
  }

  /** Writes the reply. `crashed`: the worker died midway, and the turn keeps the last checkpoint. */
  async run(plan: {
    crashAfter: number | undefined;
    failAfter: number | undefined;
  }): Promise<TerminalStatus | 'crashed'> {
    const { turn } = this;
    const attempt = turn.attempt;
    const whole = replyText(turn.userText ?? '', attempt);
    let text = '';
    turn.leaseUntil = Date.now() + LEASE_MS;
    turn.text = '';
    for (let piece = 0; text.length < whole.length; piece++) {
      await sleep(PIECE_MS);
      if (piece === plan.crashAfter) return 'crashed';
      if (turn.stop || piece === plan.failAfter) {
        turn.text = text;
        return turn.stop ? 'stopped' : 'failed';
      }
      text = whole.slice(0, Math.ceil(((piece + 1) * whole.length) / PIECES));
      if (piece % CHECKPOINT_EVERY === 0) turn.text = text;
      if (piece < THOUGHTS) this.think(attempt, piece);
      this.flush(attempt, text);
    }
    turn.text = whole;
    return 'complete';
  }

  /** Sends all thoughts so far to each connection, so that they overlap, and come between the first pieces. */
  private think(attempt: number, piece: number): void {
    const { chatId } = this.chat;
    const { requestId, index } = this.turn;
    const thought = { offset: 0, text: `Thought ${attempt}. `.repeat(piece + 1), ms: piece * PIECE_MS };
    const data = { chatId, messageIndex: index + 1, requestId, attempt, ...thought };
    for (const connection of this.connections()) connection.post({ type: 'thinkingDelta', data });
  }

  private flush(attempt: number, text: string): void {
    const { chatId } = this.chat;
    const messageIndex = this.turn.index + 1;
    for (const connection of this.connections()) {
      const offset = this.sent.get(connection) ?? 0;
      const data = {
        chatId,
        messageIndex,
        requestId: this.turn.requestId,
        attempt,
        offset,
        text: text.slice(offset),
      };
      connection.post({ type: 'assistantDelta', data });
      this.sent.set(connection, text.length);
    }
  }
}
