import { AppError } from '#contract/error-codes';
import { SUPPORT } from '#contract/limits';
import { contactSupport } from '#contract/support';
import { callApi } from '../../lib/api-client.ts';
import { createStore, type ReadStore } from '../../lib/observable-store.ts';
import { supportCopy } from './copy.ts';

interface SupportTexts {
  readonly subject: string;
  readonly message: string;
}

export const sendMessage = async (body: SupportTexts): Promise<string> =>
  (await callApi(contactSupport, { body })).message;

export type Field = keyof SupportTexts;
export const FIELDS = ['subject', 'message'] as const satisfies readonly Field[];
export const MAX_LENGTH: Readonly<Record<Field, number>> = {
  subject: SUPPORT.subjectMaxLength,
  message: SUPPORT.messageMaxLength,
};

export interface SupportState extends SupportTexts {
  readonly phase: 'editing' | 'sending' | 'sent';
  readonly problems: Readonly<Partial<Record<Field, string>>>;
  readonly failure: string | undefined;
  /** Server's confirmation of a sent message, or ''. */
  readonly answer: string;
}

interface SupportPorts {
  readonly send: (words: SupportTexts) => Promise<string>;
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

export class SupportForm {
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

  /** If a field is invalid, sends nothing and resolves with the first invalid field. */
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
      this.#update({ phase: 'editing', failure: messageOf(error) });
    }
    return undefined;
  }

  /** Clears the form for another message after one was sent. */
  begin(): void {
    if (this.#store.get().phase === 'sent') this.#store.set(EMPTY);
  }

  #update(change: Partial<SupportState>): void {
    this.#store.set({ ...this.#store.get(), ...change });
  }
}

/** Negative when the text is too long. */
export const charactersLeft = (field: Field, value: string): number =>
  MAX_LENGTH[field] - value.trim().length;

function problemsOf(words: SupportTexts): SupportState['problems'] {
  const found = FIELDS.flatMap((field) => {
    const left = charactersLeft(field, words[field]);
    if (left === MAX_LENGTH[field])
      return [[field, field === 'subject' ? supportCopy.noSubject : supportCopy.noMessage]];
    return left < 0 ? [[field, supportCopy.tooLong(-left)]] : [];
  });
  return Object.fromEntries(found);
}

const messageOf = (error: unknown): string =>
  error instanceof AppError && error.code !== 'internal' ? error.message : supportCopy.failed;
