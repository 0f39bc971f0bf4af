/** Chats to search in: made up, the same at every run. */
import { uuidv7 } from '../lambdas/domain/uuid.ts';

export interface StoredTurn {
  readonly chatId: string;
  readonly index: number;
  readonly userText: string;
  readonly text: string;
  /** Of both texts. */
  readonly words: readonly string[];
}

const VOCABULARY = 40_000;
const TOPIC_WORDS = 150;
/** Share of the words that are typical of their chat. */
const TOPIC_SHARE = 0.25;
const CHAT_GAP_MS = 3_600_000;
const ONSETS = 'b c d f g h j k l m n p r s t v w br ch cl cr dr fr gr pl pr sh sp st str th tr qu'.split(
  ' ',
);
const VOWELS = 'a e i o u ai ea ou io'.split(' ');
const CODAS = ['', '', '', 'n', 'r', 's', 't', 'l', 'ng', 'nt', 'st'];

/** Words by Zipf's law over a vocabulary, and each chat's own over a part of it. */
export class Corpus {
  #state: number;
  readonly #words: string[];
  readonly #sums: number[] = [];

  constructor(seed: number) {
    this.#state = seed;
    const words = new Set<string>();
    while (words.size < VOCABULARY) words.add(this.#makeWord(Math.log2(2 + words.size / 40)));
    this.#words = [...words];
    let sum = 0;
    for (let rank = 1; rank <= VOCABULARY; rank++) {
      sum += 1 / (rank + 2.7);
      this.#sums.push(sum);
    }
  }

  /** So many turns in so many chats, oldest first. */
  turns(count: number, chats: number): StoredTurn[] {
    const ofChat = count / chats;
    return Array.from({ length: chats }, (_, chat) => {
      const chatId = uuidv7(1_700_000_000_000 + chat * CHAT_GAP_MS);
      const topic = Array.from({ length: TOPIC_WORDS }, () => this.#pick(VOCABULARY));
      return Array.from({ length: ofChat }, (__, i) => this.#turn(chatId, 2 * i + 1, topic));
    }).flat();
  }

  #turn(chatId: string, index: number, topic: readonly string[]): StoredTurn {
    const say = (length: number) =>
      Array.from({ length }, () =>
        this.#random() < TOPIC_SHARE ? (topic[this.#below(topic.length)] ?? '') : this.#zipf(),
      );
    const question = say(5 + this.#below(30));
    const answer = say(30 + this.#below(270));
    const words = [...question, ...answer];
    return { chatId, index, userText: `${question.join(' ')}?`, text: `${answer.join(' ')}.`, words };
  }

  #zipf(): string {
    const wanted = this.#random() * (this.#sums.at(-1) ?? 0);
    let [low, high] = [0, this.#sums.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#sums[middle] ?? 0) < wanted) low = middle + 1;
      else high = middle;
    }
    return this.#words[low] ?? '';
  }

  /** Frequent words are short. */
  #makeWord(syllables: number): string {
    const count = Math.max(1, Math.round(syllables / 2.5 - 0.5 + this.#random()));
    const one = () => this.#of(ONSETS) + this.#of(VOWELS) + this.#of(CODAS);
    return Array.from({ length: count }, one).join('');
  }

  #of = (list: readonly string[]): string => list[this.#below(list.length)] ?? '';
  #pick = (limit: number): string => this.#words[this.#below(limit)] ?? '';
  #below = (limit: number): number => Math.floor(this.#random() * limit);

  /** Mulberry32. */
  #random(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
}
