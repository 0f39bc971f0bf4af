/** Finds text with the shape of a key in files that are published or deployed. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const SHAPES: Readonly<Record<string, RegExp>> = {
  'AWS access key': /\b(?:AKIA|ASIA)[A-Z2-7]{16}\b/,
  'AWS secret key': /aws_?secret_?access_?key["']?\s*[:=]\s*["']?[A-Za-z0-9/+]{40}\b/i,
  'Stripe key': /\b[rs]k_(?:live|test)_[A-Za-z0-9]{10,}/,
  'Stripe signing secret': /\bwhsec_[A-Za-z0-9+/]{16,}/,
  'key of a model endpoint': /\bsk-(?:[a-z]+-)*[A-Za-z0-9_]{32,}/,
  'private key': /-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----\s*(?:\\n)?[A-Za-z0-9+/]{16,}/,
  'JSON Web Token': /\beyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{10,}/,
  'token of a registry or forge': /\b(?:npm|gh[pousr])_[A-Za-z0-9]{30,}|_authToken\s*=/,
  'address with a password': /\bhttps?:\/\/[\w.-]+:[^\s/@"'`$<>{}]+@[\w-]+\./,
};

/** Returns `file: kind` for each finding below the folder, without the value that was found. */
export function secretsIn(folder: string): string[] {
  return filesIn(folder).flatMap((file) => {
    const text = readFileSync(join(folder, file), 'latin1');
    return Object.entries(SHAPES).flatMap(([kind, shape]) => (shape.test(text) ? [`${file}: ${kind}`] : []));
  });
}

export const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .toSorted();
