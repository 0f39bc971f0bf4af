import type { TurnItem } from '../../store/turns/turns.ts';
import type { NeedWeights } from './classifier/need-weights-format.ts';
import { type Likelihoods, likelihoodsOf } from './classifier/predict-need.ts';
import { NEEDS, type Need } from './needs-and-reasons.ts';

/** Need of a message. `second` is the second most likely need, present only if `need` is unsure. */
export interface Classified {
  readonly need: Need;
  readonly second?: Need;
}

/** Bytes of UTF-8 from which a message counts as a long text. */
const LONG_BYTES = 5_500;
/** Likelihood from which a long text gets the need `code` or `language`, instead of `long`. */
const SURELY = 0.9;
/** `need` is unsure if its likelihood is below UNSURE, and that of `second` is at least SECOND_SHARE times as high. */
const UNSURE = 0.6;
const SECOND_SHARE = 0.5;
const RECENT = 4;

/**
 * Classifies a message by trained weights (decision 0107).
 * @param recent the user's latest messages before this one, oldest first
 */
export function classify(weights: NeedWeights, text: string, recent: readonly string[] = []): Classified {
  let chat: Likelihoods | undefined;
  for (const earlier of recent) chat = likelihoodsOf(weights, earlier, chat);
  const likelihoods = likelihoodsOf(weights, text, chat);
  const [first, second] = Object.entries(likelihoods).toSorted(([, a], [, b]) => b - a);
  const need = needNamed(first?.[0]);
  const likelihood = first?.[1] ?? 0;
  if (Buffer.byteLength(text) >= LONG_BYTES)
    return likelihood >= SURELY && (need === 'code' || need === 'language') ? { need } : { need: 'long' };
  const isUnsure = likelihood < UNSURE && (second?.[1] ?? 0) >= SECOND_SHARE * likelihood;
  return isUnsure ? { need, second: needNamed(second?.[0]) } : { need };
}

const needNamed = (name: string | undefined): Need => NEEDS.find((need) => need === name) ?? 'general';

/**
 * Returns the user's latest messages, at most `RECENT`, oldest first. They help to understand a follow-up. Leaves out
 * messages that have files but no text, and imported messages that have only white space, because the classifier would
 * take them for quick questions.
 */
export const recentTexts = (newestFirst: readonly TurnItem[]): string[] =>
  newestFirst
    .flatMap(({ userText = '' }) => (userText.trim() === '' ? [] : [userText]))
    .slice(0, RECENT)
    .toReversed();
