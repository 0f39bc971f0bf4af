/** API keys of model endpoints, from Secrets Manager. Keys are cached in memory and never logged. */
import { readSecretText } from '../runtime/secrets-manager.ts';

/** Milliseconds after which a cached key is read again, so that a rotated key comes into use. */
const KEEP_MS = 5 * 60_000;
const known = new Map<string, { value: string; at: number }>();

export async function readKey(secretArn: string): Promise<string> {
  const kept = known.get(secretArn);
  if (kept && Date.now() - kept.at < KEEP_MS) return kept.value;
  const value = (await readSecretText(secretArn)).trim();
  if (!value) throw new Error('The secret of a model is empty');
  known.set(secretArn, { value, at: Date.now() });
  return value;
}

export const forgetKey = (secretArn: string): void => void known.delete(secretArn);
