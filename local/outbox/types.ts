/** The outbox: every e-mail the stack would have sent. */
import type { RequestListener } from '../gateway/types.ts';
import type { Clock } from '../types.ts';

export interface Mail {
  readonly to: string;
  readonly from: string;
  readonly subject: string;
  /** Plain text. */
  readonly text: string;
  /** The same as a page. */
  readonly html?: string;
  readonly replyTo?: string;
  /** Headers that its sender added, by name. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The code the mail carries, if it carries one; saves tests from parsing the text. */
  readonly code?: string;
}

export interface SentMail extends Mail {
  readonly id: string;
  /** ISO 8601. */
  readonly sentAt: string;
}

export interface OutboxOptions {
  readonly clock: Clock;
  /** Reads what an earlier `save` was given; anything else starts empty. @default starts empty */
  readonly load?: () => unknown;
  /** Plain JSON. @default keeps nothing */
  readonly save?: (state: unknown) => void;
}

export interface Outbox {
  deliver(mail: Mail): void;
  /** Newest last. */
  messages(): readonly SentMail[];
  /** The newest mail to an address, or undefined. */
  latestTo(address: string): SentMail | undefined;
  /** Pages at `/`, `/mail/<id>` and `/mail/<id>/html`, JSON at `/messages` (`?to=` filters). */
  readonly handle: RequestListener;
}
