import type { AppError } from '#contract/errors';
import type { ServerFrame } from '#contract/socket';
import type { EncodedFrame } from './frames.ts';

/** Frame without an acknowledgement. It is sent again, with the same data, until it is acknowledged or abandoned. */
export interface PendingFrame {
  readonly id: string;
  readonly json: EncodedFrame;
  /** True if the frame was sent before, also by an earlier page: the server may have it. */
  wasSent: boolean;
  /** Time of sending or of the last sign of life, in milliseconds since the epoch. */
  lastSignOfLife: number;
  /**
   * True after a sign of life since the last sending. API Gateway does not say which frame it has refused, so after a
   * refusal the client sends all frames again for which this is false.
   */
  isHeard: boolean;
  /** True after the server refused the frame for old credentials, which were renewed. A second refusal is final. */
  renewed: boolean;
  readonly resolve: (data: unknown) => void;
  readonly reject: (error: AppError) => void;
}

/** Frames that wait for their acknowledgement, in the order in which they were added. */
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

  /** Removes and returns the frame with this id, if there is one. */
  take(id: string): PendingFrame | undefined {
    const frame = this.#pending.get(id);
    this.#pending.delete(id);
    return frame;
  }

  /** Records a sign of life of a pending frame: `accepted` for it, or a part of the reply to its message. */
  noteSignOfLife(frame: ServerFrame, now: number): void {
    const { type } = frame;
    const isReply = type === 'assistantDelta' || type === 'thinkingDelta' || type === 'assistantMessage';
    const id = isReply ? frame.data.requestId : type === 'accepted' && frame.id;
    const pending = id && this.#pending.get(id);
    if (!pending) return;
    pending.lastSignOfLife = now;
    pending.isHeard = true;
  }

  /** Returns the frames without a sign of life since `before`, in milliseconds since the epoch. */
  stalled(before: number): readonly PendingFrame[] {
    return this.all().filter((frame) => frame.lastSignOfLife <= before);
  }

  /** Returns the frames without a sign of life since they were last sent. */
  unheard(): readonly PendingFrame[] {
    return this.all().filter(({ isHeard }) => !isHeard);
  }
}
