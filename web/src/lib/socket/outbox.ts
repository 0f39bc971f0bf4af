import type { AppError } from '#contract/errors';
import type { ServerFrame } from '#contract/socket';

/** A frame that the server has not answered. It is sent again, unchanged, until it is. */
export interface PendingFrame {
  readonly id: string;
  readonly json: string;
  /** Frames about this chat are a sign of life for the pending one. */
  readonly chatId: string | undefined;
  lastSignOfLife: number;
  /** An expired session is renewed once for a frame before it counts as refused. */
  renewed: boolean;
  readonly resolve: (data: unknown) => void;
  readonly reject: (error: AppError) => void;
}

/** The frames that wait for their acknowledgement, in the order they were sent. */
export class Outbox {
  readonly #pending = new Map<string, PendingFrame>();

  get isEmpty(): boolean {
    return this.#pending.size === 0;
  }

  add(frame: PendingFrame): void {
    this.#pending.set(frame.id, frame);
  }

  all(): readonly PendingFrame[] {
    return [...this.#pending.values()];
  }

  /** Removes and returns the frame that an acknowledgement answers. */
  take(id: string): PendingFrame | undefined {
    const frame = this.#pending.get(id);
    this.#pending.delete(id);
    return frame;
  }

  /** Notes that the server is at work on what a frame asked for. */
  noteSignOfLife(frame: ServerFrame, now: number): void {
    const accepted = frame.type === 'accepted' && this.#pending.get(frame.id);
    if (accepted) accepted.lastSignOfLife = now;
    if (frame.type !== 'assistantDelta' && frame.type !== 'assistantMessage') return;
    for (const pending of this.#pending.values())
      if (pending.chatId === frame.data.chatId) pending.lastSignOfLife = now;
  }

  /** Frames without a sign of life since `before`. */
  stalled(before: number): readonly PendingFrame[] {
    return this.all().filter((frame) => frame.lastSignOfLife <= before);
  }
}
