import type { AppError } from '#contract/error-codes';
import type { ServerFrame } from '#contract/socket';
import type { EncodedFrame } from './parse-and-encode-frames.ts';

/**
 * Frame that the server has not acknowledged. A frame from the server is a sign of life if it shows that this frame has
 * arrived: `accepted` with the same id, or a part of the reply to the message in this frame.
 */
export interface PendingFrame {
  readonly id: string;
  readonly json: EncodedFrame;
  /** True if this page, or an earlier one, has sent a frame with this id. */
  wasSent: boolean;
  /** Time of the last sign of life, or of the last sending if that came later, in milliseconds since the epoch. */
  lastSignOfLife: number;
  /** True after a sign of life since the last sending. */
  isHeard: boolean;
  /** True after the server has refused the connection's credentials for this frame. A second such refusal is final. */
  renewed: boolean;
  readonly resolve: (data: unknown) => void;
  readonly reject: (error: AppError) => void;
}

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

  take(id: string): PendingFrame | undefined {
    const frame = this.#pending.get(id);
    this.#pending.delete(id);
    return frame;
  }

  noteSignOfLife(frame: ServerFrame, now: number): void {
    const { type } = frame;
    const isReply = type === 'assistantDelta' || type === 'thinkingDelta' || type === 'assistantMessage';
    const id = isReply ? frame.data.requestId : type === 'accepted' && frame.id;
    const pending = id && this.#pending.get(id);
    if (!pending) return;
    pending.lastSignOfLife = now;
    pending.isHeard = true;
  }

  stalled(before: number): readonly PendingFrame[] {
    return this.all().filter((frame) => frame.lastSignOfLife <= before);
  }

  unheard(): readonly PendingFrame[] {
    return this.all().filter(({ isHeard }) => !isHeard);
  }
}
