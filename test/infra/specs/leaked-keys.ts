import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { ROOT } from '../supply/packages.ts';
import { filesIn, secretsIn } from '../supply/secrets.ts';
import { dev, prod } from '../synthesized-deployments.ts';

const SITE = join(ROOT, 'dist/web');
const letters = (count: number): string => 'aB3'.repeat(count).slice(0, count);

/** A key of each kind, put together from parts so that a scan of this file finds none. */
const PLANTED: Readonly<Record<string, string>> = {
  'AWS access key': `key="${'AKIA'}${'Q2'.repeat(8)}"`,
  'AWS secret key': `{"aws_secret_access_key":"${letters(40)}"}`,
  'Stripe key': `new Stripe("${'sk'}_live_${letters(24)}")`,
  'Stripe signing secret': `"${'whsec'}_${letters(32)}"`,
  'key of a model endpoint': `Bearer ${'sk'}-proj-${letters(48)}`,
  'private key': `"-----BEGIN RSA ${'PRIVATE'} KEY-----\\n${letters(64)}"`,
  'JSON Web Token': `"${'eyJ'}${letters(20)}.${'eyJ'}${letters(20)}.${letters(20)}"`,
  'token of a registry or forge': `//registry.example.com/:${'_auth'}Token=${letters(36)}`,
  'address with a password': `fetch("https://ada:${letters(12)}@example.com/")`,
};

/** Checks that the built site, templates and functions hold no key (docs/safety.md 35). */
export function secretSpecs(): void {
  describe('keys (docs/safety.md 35)', () => {
    beforeAll(() => {
      if (!existsSync(SITE)) execFileSync('npm', ['run', '--silent', 'build'], { cwd: ROOT });
    });

    it.each([
      ['the site', () => SITE, /^assets\/.*\.js$/],
      ['templates and functions, dev', () => dev.folder, /index\.mjs$/],
      ['templates and functions, prod', () => prod.folder, /index\.mjs$/],
    ])('are not in %s', (_, folder, script) => {
      expect(filesIn(folder()).filter((file) => script.test(file)).length).toBeGreaterThan(10);
      expect(secretsIn(folder())).toEqual([]);
    });

    it.each(Object.entries(PLANTED))('planted in a bundle are found: %s', (kind, planted) => {
      const folder = mkdtempSync(join(tmpdir(), 'planted-'));
      mkdirSync(join(folder, 'assets'));
      writeFileSync(join(folder, 'assets/index-1a2b3c4d.js'), `let a=1;${planted};export{a}`);
      expect(secretsIn(folder)).toEqual([`assets/index-1a2b3c4d.js: ${kind}`]);
    });
  });
}
