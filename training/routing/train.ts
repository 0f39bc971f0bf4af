/**
 * Trains the weights by which routing classifies messages, and writes them (`npm run routing:train`). The same prompts
 * and the same code give the same file.
 */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { transformSync } from 'esbuild';
import { featuresOf } from '../../lambdas/domain/routing/classifier/features.ts';
import { writeWeights } from '../../lambdas/domain/routing/classifier/need-weights-format.ts';
import { chosenFeatures, type Example, exampleOf, OPTIONS, trainOn } from './logistic-regression.ts';
import { type Prompt, readPrompts } from './read-prompts.ts';
import { templatePrompts } from './template-prompts.ts';
import { WEIGHTS_FILE } from './weights-file.ts';

const CODE = path.join(import.meta.dirname, 'logistic-regression.ts');

/** Returns the code of a source without its comments, spaces and types, which change no weights. */
export const codeOf = (source: string): string =>
  transformSync(source, { loader: 'ts', minifyWhitespace: true, legalComments: 'none' }).code;

/**
 * Returns a digest of all that the weights depend on. A test compares it with the digest in the file of weights, to
 * tell without training whether that file is out of date.
 */
function digestOf(examples: readonly Example[], features: Uint32Array): string {
  const hash = createHash('sha256')
    .update(JSON.stringify(OPTIONS))
    .update(codeOf(readFileSync(CODE, 'utf8')))
    .update(features);
  for (const { rows, values, right, classes } of examples)
    hash.update(rows).update(values).update(`${right.join()} ${classes}\n`);
  return hash.digest('hex');
}

export const trainingPrompts = (): Prompt[] => [...readPrompts(), ...templatePrompts()];

export function trainingSet() {
  const prompts = trainingPrompts();
  const read = prompts.map(({ text }) => featuresOf(text));
  const features = chosenFeatures(read);
  const examples = prompts.map((prompt, at) => exampleOf(prompt, features, read[at]));
  return { examples, features, digest: digestOf(examples, features) };
}

export function trainedFile(): Buffer {
  const { examples, features, digest } = trainingSet();
  return writeWeights({ ...trainOn(examples, features), trainedFrom: digest });
}

if (import.meta.main) {
  const start = performance.now();
  const file = trainedFile();
  writeFileSync(WEIGHTS_FILE, file);
  const seconds = ((performance.now() - start) / 1_000).toFixed(1);
  console.log(`${trainingPrompts().length} prompts, ${file.length} bytes of weights, ${seconds} s`);
}
