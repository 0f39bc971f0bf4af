/** The trained weights as a file of the repository. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type NeedWeights, parseWeights } from '../../lambdas/domain/routing/classifier/need-weights.ts';

export const ASSET = join(import.meta.dirname, '../../lambdas/domain/routing/classifier/need-weights.bin');

/** Reads the weights that the product uses. */
export const readAsset = (): NeedWeights => parseWeights(readFileSync(ASSET));
