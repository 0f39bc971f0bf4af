/** Loads the weights of the classifier, once in each execution environment. */
import { log } from '../../../runtime/log.ts';
import { once } from '../../../runtime/once.ts';
import { type NeedWeights, parseWeights } from './need-weights-format.ts';

const loaded = once(async (): Promise<NeedWeights> => {
  const { default: file } = await import('./need-weights.bin');
  return parseWeights(Buffer.from(file.buffer, file.byteOffset, file.length));
});

/**
 * Loads the weights. The caller does this in parallel with its first database call, to save time in a cold start.
 * @returns undefined when the weights cannot be read. The message then counts as a general question, and the next call
 * tries again.
 */
export async function needWeights(): Promise<NeedWeights | undefined> {
  try {
    return await loaded();
  } catch (cause) {
    log('ERROR', 'routing weights not loaded', { cause });
    return undefined;
  }
}
