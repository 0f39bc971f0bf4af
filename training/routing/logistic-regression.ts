/**
 * Trains the classifier that finds the need of a message: a multinomial logistic regression, by stochastic gradient
 * descent with AdaGrad. The same prompts give the same weights.
 */
import { type Features, featuresOf, SIGNS } from '../../lambdas/domain/routing/classifier/features.ts';
import {
  CLASSES,
  INHERITS,
  LEARNED,
  type NeedWeights,
} from '../../lambdas/domain/routing/classifier/need-weights-format.ts';
import { groupValue, rowOf } from '../../lambdas/domain/routing/classifier/predict-need.ts';
import type { Prompt } from './read-prompts.ts';

export interface Options {
  readonly epochs: number;
  readonly rate: number;
  /** Share of `rate` left in the last epoch. The rate falls, so that the prompts learnt last do not weigh more. */
  readonly lastRate: number;
  /**
   * Factor by which the weight of a feature is added to its gradient, so that each update pulls the weight towards 0
   * (L2 regularisation).
   */
  readonly decay: number;
  /** `decay` for the weights of the measured signs (`SIGNS`) and for the bias. */
  readonly signDecay: number;
}
export const OPTIONS: Options = { epochs: 12, rate: 0.3, lastRate: 0.1, decay: 1e-5, signDecay: 3e-3 };

export interface Example {
  readonly rows: Int32Array;
  readonly values: Float32Array;
  /** Right classes: the prompt's need, and `INHERITS` for a follow-up with the need of the message before it. */
  readonly right: readonly number[];
  /** Number of possible classes: all for a follow-up, else all but the last, `INHERITS`. */
  readonly classes: number;
}

/**
 * Makes an example of a prompt. `rows` are rows of weights: one for each known feature, one for each sign that is not
 * 0, and one for the bias.
 * @param features hashes of the features that have weights, ascending
 */
export function exampleOf(
  { text, need, previous }: Prompt,
  features: Uint32Array,
  { groups, signs }: Features = featuresOf(text),
): Example {
  const own = LEARNED.indexOf(need);
  const known = groups.flatMap((group, at) =>
    group.map((hash) => [rowOf(features, hash), groupValue(group, at)] as const).filter(([row]) => row >= 0),
  );
  const shown = [...signs.entries()].filter(([, value]) => value !== 0);
  return {
    rows: Int32Array.from([
      ...known.map(([row]) => row),
      ...shown.map(([at]) => features.length + at),
      features.length + SIGNS.length,
    ]),
    values: Float32Array.from([...known, ...shown].map(([, value]) => value).concat(1)),
    right: previous?.at(-1)?.need === need ? [own, INHERITS] : [own],
    classes: previous ? CLASSES : INHERITS,
  };
}

/** Returns a generator of numbers from 0 to below 1 (mulberry32). The same seed gives the same numbers. */
export function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Each feature takes 11 bytes of the file of weights: its hash and a byte for each class. */
export const MOST_FEATURES = 131_072;

/** Returns the hashes of the most frequent features that occur in at least two prompts, ascending. */
export function chosenFeatures(prompts: readonly Features[], most = MOST_FEATURES): Uint32Array {
  const counts = new Map<number, number>();
  for (const { groups } of prompts)
    for (const hash of groups.flat()) counts.set(hash, (counts.get(hash) ?? 0) + 1);
  const repeated = [...counts].filter(([, count]) => count > 1);
  const ranked = repeated.toSorted(([a, countA], [b, countB]) => countB - countA || a - b);
  return Uint32Array.from(ranked.slice(0, most), ([hash]) => hash).sort();
}

export function trainOn(
  given: readonly Example[],
  features: Uint32Array,
  options: Options = OPTIONS,
): Omit<NeedWeights, 'trainedFrom'> {
  const examples = [...given];
  const rows = features.length + SIGNS.length + 1;
  const weights = new Float32Array(rows * CLASSES);
  // AdaGrad's sums of squared gradients. They start above 0, which bounds the first step of each weight.
  const squares = new Float32Array(rows * CLASSES).fill(1e-2);
  const next = random(13);
  for (let epoch = 0; epoch < options.epochs; epoch++) {
    shuffle(examples, next);
    const rate = options.rate * (1 + ((options.lastRate - 1) * epoch) / (options.epochs - 1));
    for (const example of examples) learn(example, weights, squares, features.length, { ...options, rate });
  }
  return { features, ...quantised(weights, features.length) };
}

function learn(
  { rows, values, right, classes }: Example,
  weights: Float32Array,
  squares: Float32Array,
  features: number,
  { rate, decay, signDecay }: Options,
): void {
  const logits = new Float64Array(classes);
  for (let k = 0; k < rows.length; k++) {
    const base = (rows[k] ?? 0) * CLASSES;
    const value = values[k] ?? 0;
    for (let c = 0; c < classes; c++) logits[c] = (logits[c] ?? 0) + value * (weights[base + c] ?? 0);
  }
  const errors = errorsOf(logits, right);
  for (let k = 0; k < rows.length; k++) {
    const row = rows[k] ?? 0;
    const value = values[k] ?? 0;
    const shrink = row < features ? decay : signDecay;
    for (let c = 0; c < classes; c++) {
      const at = row * CLASSES + c;
      const gradient = (errors[c] ?? 0) * value + shrink * (weights[at] ?? 0);
      const square = (squares[at] ?? 0) + gradient * gradient;
      squares[at] = square;
      weights[at] = (weights[at] ?? 0) - (rate * gradient) / Math.sqrt(square);
    }
  }
}

/**
 * Returns the derivative of the loss by each class's logit: the probability of the class. For a right class, subtracts
 * its share of the total probability of the right classes.
 */
function errorsOf(logits: Float64Array, right: readonly number[]): Float64Array {
  const highest = Math.max(...logits);
  const powers = logits.map((logit) => Math.exp(logit - highest));
  const total = powers.reduce((sum, power) => sum + power, 0);
  const ofRight = right.reduce((sum, c) => sum + (powers[c] ?? 0), 0);
  return powers.map((power, c) => power / total - (right.includes(c) ? power / ofRight : 0));
}

function shuffle<T>(list: T[], next: () => number): void {
  for (let at = list.length - 1; at > 0; at--) {
    const other = Math.floor(next() * (at + 1));
    const [a, b] = [list[at], list[other]];
    if (a !== undefined && b !== undefined) [list[at], list[other]] = [b, a];
  }
}

/** Rounds the weights of the features to bytes, with a step size for each class. */
function quantised(
  weights: Float32Array,
  features: number,
): Pick<NeedWeights, 'biases' | 'signs' | 'steps' | 'table'> {
  const table = weights.subarray(0, features * CLASSES);
  const biasAt = (features + SIGNS.length) * CLASSES;
  const steps = new Float32Array(CLASSES);
  for (const [at, weight] of table.entries())
    steps[at % CLASSES] = Math.max(steps[at % CLASSES] ?? 0, Math.abs(weight) / 127);
  return {
    biases: weights.slice(biasAt),
    signs: weights.slice(features * CLASSES, biasAt),
    steps,
    table: Int8Array.from(table, (weight, at) => Math.round(weight / (steps[at % CLASSES] || 1))),
  };
}
