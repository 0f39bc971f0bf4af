/** The file of the classifier's trained weights: written by `npm run routing:train`, and bundled with the product. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type NeedWeights,
  parseWeights,
} from '../../lambdas/domain/routing/classifier/need-weights-format.ts';

export const WEIGHTS_FILE = join(
  import.meta.dirname,
  '../../lambdas/domain/routing/classifier/need-weights.bin',
);

export const readWeightsFile = (): NeedWeights => parseWeights(readFileSync(WEIGHTS_FILE));
