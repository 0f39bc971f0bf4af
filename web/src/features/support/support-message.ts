import { AppError } from '#contract/errors';
import { SUPPORT } from '#contract/limits';
import { contactSupport } from '#contract/support';
import { callApi } from '../../lib/http.ts';
import { createStore, type ReadStore } from '../../lib/store.ts';
import { supportCopy } from './copy.ts';

export interface Words {
  readonly subject: string;
  readonly message: string;
}

/** Sends a message to the operator. Resolves with the server's answer. */
export const sendMessage = async (body: Words): Promise<string> =>
  (await callApi(contactSupport, { body })).message;

export type Field = keyof Words;
export const FIELDS = ['subject', 'message'] as const satisfies readonly Field[];
export const MAX_LENGTH: Readonly<Record<Field, number>> = {
  subject: SUPPORT.subjectMaxLength,
  message: SUPPORT.messageMaxLength,
};

export interface SupportState extends Words {
  readonly phase: 'editing' | 'sending' | 'sent';
  /** Problem with a field; told when sending was tried, and until the field is changed. */
  readonly problems: Readonly<Partial<Record<Field, string>>>;
  /** Why it could not be sent. */
  readonly failure: string | undefined;
  /** Answer of the server when it was sent. */
  readonly answer: string;
}

interface SupportPorts {
  readonly send: (words: Words) => Promise<string>;
  readonly isOnline: () => boolean;
}

const EMPTY: SupportState = {
  subject: '',
  message: '',
  phase: 'editing',
  problems: {},
  failure: undefined,
  answer: '',
};

/** A message to the operator. Its words stay until they are sent, whatever fails, and wherever the user goes. */
export class SupportMessage {
  readonly state: ReadStore<SupportState>;
  readonly #store = createStore(EMPTY);
  readonly #ports: SupportPorts;

  constructor(ports: SupportPorts) {
    this.#ports = ports;
    this.state = this.#store;
  }

  change(field: Field, value: string): void {
    const { [field]: _, ...problems } = this.#store.get().problems;
    this.#update({ [field]: value, problems });
  }

  /** Sends it, once at a time. Resolves with the field that has to be mended first, if one has. */
  async send(): Promise<Field | undefined> {
    const { subject, message, phase } = this.#store.get();
    if (phase !== 'editing') return undefined;
    const problems = problemsOf({ subject, message });
    const wrong = FIELDS.find((field) => problems[field] !== undefined);
    this.#update({ problems, failure: undefined });
    if (wrong) return wrong;
    if (!this.#ports.isOnline()) {
      this.#update({ failure: supportCopy.offline });
      return undefined;
    }
    this.#update({ phase: 'sending' });
    try {
      const answer = await this.#ports.send({ subject: subject.trim(), message: message.trim() });
      this.#store.set({ ...EMPTY, phase: 'sent', answer });
    } catch (error) {
      this.#update({ phase: 'editing', failure: wordsOf(error) });
    }
    return undefined;
  }

  /** Another one. */
  begin(): void {
    if (this.#store.get().phase === 'sent') this.#store.set(EMPTY);
  }

  #update(change: Partial<SupportState>): void {
    this.#store.set({ ...this.#store.get(), ...change });
  }
}

/** Above the limit when it is negative. */
export const charactersLeft = (field: Field, value: string): number =>
  MAX_LENGTH[field] - value.trim().length;

function problemsOf(words: Words): SupportState['problems'] {
  const found = FIELDS.flatMap((field) => {
    const left = charactersLeft(field, words[field]);
    if (left === MAX_LENGTH[field])
      return [[field, field === 'subject' ? supportCopy.noSubject : supportCopy.noMessage]];
    return left < 0 ? [[field, supportCopy.tooLong(-left)]] : [];
  });
  return Object.fromEntries(found);
}

/** The server's words where it has any to say; a call that did not come through has none. */
const wordsOf = (error: unknown): string =>
  error instanceof AppError && error.code !== 'internal' ? error.message : supportCopy.failed;
