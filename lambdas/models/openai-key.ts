/** Keys of endpoints, from Secrets Manager. They are kept in memory, and never logged. */
import { readSecretText } from '../runtime/secrets-manager.ts';

/** A key is read again after this long, so that it can be rotated. */
const KEEP_MS = 5 * 60_000;
const known = new Map<string, { value: string; at: number }>();

/** The secret's text, which is the key. */
export async function readKey(secretArn: string): Promise<string> {
  const kept = known.get(secretArn);
  if (kept && Date.now() - kept.at < KEEP_MS) return kept.value;
  const value = (await readSecretText(secretArn)).trim();
  if (!value) throw new Error('The secret of a model is empty');
  known.set(secretArn, { value, at: Date.now() });
  return value;
}

/** After an endpoint has refused the key: the next call reads it again. */
export const forgetKey = (secretArn: string): void => void known.delete(secretArn);
