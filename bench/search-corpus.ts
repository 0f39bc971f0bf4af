import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { uuidv7 } from '../lambdas/domain/uuidv7.ts';

export interface StoredTurn {
  readonly chatId: string;
  readonly index: number;
  readonly userText: string;
  readonly text: string;
  readonly words: readonly string[];
}

export interface StoredDocument {
  readonly turn: StoredTurn;
  readonly fileId: string;
  readonly text: string;
  readonly pages: number;
}

const PAGE_WORDS = 450;
const PAGES_MAX = 40;

const FILES = 1_500;
const FILE_CHARACTERS = 8_000;
const TOPIC_WORDS = 150;
const TOPIC_SHARE = 0.2;
const CHAT_GAP_MS = 3_600_000;
const ROOT = path.resolve(import.meta.dirname, '../node_modules');

function readWords(): string[] {
  const files = globSync('**/*.md', { cwd: ROOT }).toSorted().slice(0, FILES);
  return files.flatMap((file) => {
    const text = readFileSync(path.join(ROOT, file), 'utf8').slice(0, FILE_CHARACTERS);
    return text.toLowerCase().match(/[a-z]{1,20}/g) ?? [];
  });
}

const fileIdOf = (n: number): string => `0b000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

/**
 * Makes up chats and documents. Draws words as often as the installed packages' documentation uses them, and the words
 * of a chat's or document's own topic more often.
 */
export class Corpus {
  #state: number;
  readonly #words: readonly string[] = readWords();
  readonly #different: readonly string[] = [...new Set(this.#words)];

  constructor(seed: number) {
    this.#state = seed;
  }

  /** Makes `count` turns, spread evenly over `chats` chats, oldest first. `count` is a multiple of `chats`. */
  turns(count: number, chats: number): StoredTurn[] {
    const ofChat = count / chats;
    return Array.from({ length: chats }, (_, chat) => {
      const chatId = uuidv7(1_700_000_000_000 + chat * CHAT_GAP_MS);
      const topic = Array.from({ length: TOPIC_WORDS }, () => this.#of(this.#different));
      return Array.from({ length: ofChat }, (__, i) => this.#turn(chatId, 2 * i + 1, topic));
    }).flat();
  }

  /** Makes `count` documents, each sent with a different turn. Throws if there are fewer turns. */
  documents(count: number, turns: readonly StoredTurn[]): StoredDocument[] {
    if (turns.length < count) throw new Error('More documents than turns');
    const gap = Math.floor(turns.length / count);
    return Array.from({ length: count }, (_, i) => {
      const topic = Array.from({ length: TOPIC_WORDS }, () => this.#of(this.#different));
      const pages = 1 + this.#below(PAGES_MAX);
      const page = (number: number) =>
        `[Page ${number}]\n${Array.from({ length: PAGE_WORDS }, () => this.#of(this.#random() < TOPIC_SHARE ? topic : this.#words)).join(' ')}`;
      const text = Array.from({ length: pages }, (__, at) => page(at + 1)).join('\n\n');
      const turn = turns[i * gap];
      if (!turn) throw new Error('There is no turn for a document');
      return { turn, fileId: fileIdOf(i), text, pages };
    });
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

  /** Returns a random number in [0, 1), by the generator Mulberry32. */
  #random(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
}
