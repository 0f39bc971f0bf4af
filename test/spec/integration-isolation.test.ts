/** Integration files run one after another in the same process, with the same modules (vitest.config.ts). */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '../..');
const files = globSync('test/{integration,chaos}/*.test.ts', { cwd: ROOT }).map((file) => ({
  file,
  text: readFileSync(path.join(ROOT, file), 'utf8'),
}));

it('a file that points product modules at its stack resets modules first, and unsets the variables afterwards', () => {
  const pointing = files.filter(({ text }) => text.includes('stubEnv('));
  expect(pointing.length).toBeGreaterThan(0);
  for (const { file, text } of pointing) {
    expect(text, file).toMatch(/^vi\.hoisted\(\(\) => vi\.resetModules\(\)\);$/m);
    expect(text, file).toMatch(/afterAll\([^;]*vi\.unstubAllEnvs\(\)/);
  }
});

it('a file that replaces a function for all its tests puts it back', () => {
  const replacing = files.filter(({ text }) =>
    /vi\.spyOn|vi\.stubGlobal|setDefaultCACertificates/.test(text),
  );
  expect(replacing.length).toBeGreaterThan(0);
  for (const { file, text } of replacing)
    expect(text, file).toMatch(
      /restoreAllMocks\(\)|using \w+ = vi\.spyOn|unstubAllGlobals\(\)|setDefaultCACertificates\(before\)/,
    );
});

it('no file changes the process or replaces modules, which would affect the files that run after it', () => {
  const lasting =
    /process\.env[.[][^=;]*[^=!]=[^=>]|process\.chdir|vi\.mock\(|vi\.doMock\(|vi\.setConfig|useFakeTimers|configureGlobal/;
  expect(files.filter(({ text }) => lasting.test(text)).map(({ file }) => file)).toEqual([]);
});
