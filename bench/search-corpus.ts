/** Chats to search in: made up of real words, the same at every run with the same packages. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { uuidv7 } from '../lambdas/domain/uuid.ts';

export interface StoredTurn {
  readonly chatId: string;
  readonly index: number;
  readonly userText: string;
  readonly text: string;
  /** Of both texts. */
  readonly words: readonly string[];
}

/** Files whose words are taken; enough for some 20,000 different ones. */
const FILES = 1_500;
const FILE_CHARACTERS = 8_000;
const TOPIC_WORDS = 150;
/** Share of the words that are typical of their chat. */
const TOPIC_SHARE = 0.2;
const CHAT_GAP_MS = 3_600_000;
const ROOT = path.resolve(import.meta.dirname, '../node_modules');

/** Every word of the installed packages' documentation, as often as it occurs: natural frequencies and prefixes. */
function readWords(): string[] {
  const files = globSync('**/*.md', { cwd: ROOT }).toSorted().slice(0, FILES);
  return files.flatMap((file) => {
    const text = readFileSync(path.join(ROOT, file), 'utf8').slice(0, FILE_CHARACTERS);
    return text.toLowerCase().match(/[a-z]{1,20}/g) ?? [];
  });
}

/** Each word as likely as in documentation, and in each chat some more likely than elsewhere. */
export class Corpus {
  #state: number;
  readonly #words: readonly string[] = readWords();
  readonly #different: readonly string[] = [...new Set(this.#words)];

  constructor(seed: number) {
    this.#state = seed;
  }

  /** So many turns in so many chats, oldest first. */
  turns(count: number, chats: number): StoredTurn[] {
    const ofChat = count / chats;
    return Array.from({ length: chats }, (_, chat) => {
      const chatId = uuidv7(1_700_000_000_000 + chat * CHAT_GAP_MS);
      const topic = Array.from({ length: TOPIC_WORDS }, () => this.#of(this.#different));
      return Array.from({ length: ofChat }, (__, i) => this.#turn(chatId, 2 * i + 1, topic));
    }).flat();
  }

  #turn(chatId: string, index: number, topic: readonly string[]): StoredTurn {
    const say = (length: number) =>
      Array.from({ length }, () => this.#of(this.#random() < TOPIC_SHARE ? topic : this.#words));
    const question = say(5 + this.#below(30));
    const answer = say(30 + this.#below(270));
    const words = [...question, ...answer];
    return { chatId, index, userText: `${question.join(' ')}?`, text: `${answer.join(' ')}.`, words };
  }

  #of = (list: readonly string[]): string => list[this.#below(list.length)] ?? '';
  #below = (limit: number): number => Math.floor(this.#random() * limit);

  /** Mulberry32. */
  #random(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
}
