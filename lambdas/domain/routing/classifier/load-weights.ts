/** Loads the weights of the classifier, once in each execution environment. */
import { log } from '../../../runtime/log.ts';
import { once } from '../../../runtime/once.ts';
import { type NeedWeights, parseWeights } from './need-weights.ts';

const loaded = once(async (): Promise<NeedWeights> => {
  const { default: file } = await import('./need-weights.bin');
  return parseWeights(Buffer.from(file.buffer, file.byteOffset, file.length));
});

/**
 * Loads the weights. A function begins this beside its first call of the database, so that a cold start does not wait.
 * @returns undefined when they cannot be read. Then this message counts as a general question, and the next call reads
 * them again.
 */
export async function needWeights(): Promise<NeedWeights | undefined> {
  try {
    return await loaded();
  } catch (cause) {
    log('ERROR', 'routing weights not loaded', { cause });
    return undefined;
  }
}
