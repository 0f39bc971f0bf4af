import type { AppError } from '#contract/errors';
import type { ServerFrame } from '#contract/socket';
import type { EncodedFrame } from './frames.ts';

/**
 * Frame that the server has not acknowledged. `SocketClient` (`client.ts`) sends it again, with the same data, until it
 * is acknowledged or abandoned. A sign of life is a frame from the server that shows that this frame has arrived:
 * `accepted` with the same id, or a part of the reply to the message that this frame contains.
 */
export interface PendingFrame {
  readonly id: string;
  readonly json: EncodedFrame;
  /** True if this page, or an earlier one, has sent a frame with this id. The server may have it. */
  wasSent: boolean;
  /**
   * Time of the last sign of life, or of the last sending if that came later, in milliseconds since the epoch. For a
   * frame that was never sent, the time at which it was created.
   */
  lastSignOfLife: number;
  /**
   * True after a sign of life since the last sending. API Gateway does not say which frame it has refused, so after a
   * refusal `SocketClient` sends again every frame for which this is false.
   */
  isHeard: boolean;
  /**
   * True after the server refused the frame because of its connection's credentials, and `SocketClient` began to renew
   * the connection. A second such refusal is final.
   */
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

  /** If `frame` of the server is a sign of life of a pending frame, records that in the pending frame. */
  noteSignOfLife(frame: ServerFrame, now: number): void {
    const { type } = frame;
    const isReply = type === 'assistantDelta' || type === 'thinkingDelta' || type === 'assistantMessage';
    const id = isReply ? frame.data.requestId : type === 'accepted' && frame.id;
    const pending = id && this.#pending.get(id);
    if (!pending) return;
    pending.lastSignOfLife = now;
    pending.isHeard = true;
  }

  /** Returns the frames whose `lastSignOfLife` is not later than `before`, in milliseconds since the epoch. */
  stalled(before: number): readonly PendingFrame[] {
    return this.all().filter((frame) => frame.lastSignOfLife <= before);
  }

  /** Returns the frames without a sign of life since they were last sent. */
  unheard(): readonly PendingFrame[] {
    return this.all().filter(({ isHeard }) => !isHeard);
  }
}
