import type { Clock } from '../emulator-types.ts';
import type { RequestListener } from '../gateway/gateway-types.ts';

export interface Mail {
  readonly to: string;
  readonly from: string;
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
  readonly replyTo?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Verification code in the mail, so that tests need not parse the text. */
  readonly code?: string;
}

export interface SentMail extends Mail {
  readonly id: string;
  /** ISO 8601. */
  readonly sentAt: string;
}

export interface OutboxOptions {
  readonly clock: Clock;
  /** Returns the state that was saved last. Anything in it that is no mail is ignored. @default an empty state */
  readonly load?: () => unknown;
  /** Saves the state as plain JSON. @default saves nothing */
  readonly save?: (state: unknown) => void;
}

/** Code that a user's authenticator app shows. */
export interface AppCode {
  readonly email: string;
  readonly code: string;
}

export interface Outbox {
  deliver(mail: Mail): void;
  /** Newest last. */
  messages(): readonly SentMail[];
  latestTo(address: string): SentMail | undefined;
  /** Sets the function from which the page `/codes` gets the codes of authenticator apps. */
  showCodes(read: () => readonly AppCode[]): void;
  /** Serves pages at `/`, `/codes`, `/mail/<id>` and `/mail/<id>/html`, and JSON at `/messages` (`?to=` filters). */
  readonly handle: RequestListener;
}
