import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { benchNames } from './run.ts';

const FOLDER = import.meta.dirname;
const readme = readFileSync(path.join(FOLDER, 'README.md'), 'utf8');

it('every file and folder of the benches is named in their README, and every bench has a command there', () => {
  const files = globSync('*', { cwd: FOLDER }).filter((file) => !/\.test\.ts$|^README\.md$/.test(file));
  expect(files.filter((file) => !readme.includes(`\`${file}\``) && !readme.includes(`\`${file}/\``))).toEqual(
    [],
  );
  expect(benchNames().length).toBeGreaterThan(10);
  expect(benchNames().filter((name) => !readme.includes(`\`npm run bench -- ${name}`))).toEqual([]);
});

it('every bench that the README of the benches names exists', () => {
  const named = [...readme.matchAll(/`npm run bench -- ([\w-]+)/g)].map(([, name = '']) => name);
  expect(named.filter((name) => !benchNames().includes(name))).toEqual([]);
});
