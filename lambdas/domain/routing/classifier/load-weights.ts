import { log } from '../../../runtime/log.ts';
import { once } from '../../../runtime/once.ts';
import { type NeedWeights, parseWeights } from './need-weights-format.ts';

const loaded = once(async (): Promise<NeedWeights> => {
  const { default: file } = await import('./need-weights.bin');
  return parseWeights(Buffer.from(file.buffer, file.byteOffset, file.length));
});

/**
 * Loads the classifier's weights, once in each execution environment.
 * @returns undefined when the weights cannot be read; the next call tries again
 */
export async function needWeights(): Promise<NeedWeights | undefined> {
  try {
    return await loaded();
  } catch (cause) {
    log('ERROR', 'routing weights not loaded', { cause });
    return undefined;
  }
}
