/**
 * Makes `compressed-passwords.ts` from files with one breached password a line, the commonest first. The list in the
 * repository is from the password lists of the npm packages zxcvbn 4.4.2 and @zxcvbn-ts/language-common 4.1.3 (both
 * MIT). Usage:
 * `node lambdas/domain/signup/breached-passwords/generate-compressed-passwords.ts <file> ...`
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { PASSWORD_MIN_LENGTH } from '#contract/limits';

const MAX = 20_000;

function commonest(lines: readonly string[]): string[] {
  const found = new Set<string>();
  for (const line of lines) {
    const word = line.trim().toLowerCase();
    if (word.length >= PASSWORD_MIN_LENGTH && /^[\x21-\x7e]+$/.test(word)) found.add(word);
    if (found.size === MAX) break;
  }
  return [...found].sort();
}

const lines = process.argv.slice(2).flatMap((file) => readFileSync(file, 'utf8').split('\n'));
const packed = brotliCompressSync(commonest(lines).join('\n'));
writeFileSync(
  join(import.meta.dirname, 'compressed-passwords.ts'),
  [
    '/** Made by generate-compressed-passwords.ts: sorted passwords, one a line, in Brotli and base64. */',
    `export const PACKED =`,
    `  '${packed.toString('base64')}';`,
    '',
  ].join('\n'),
);
