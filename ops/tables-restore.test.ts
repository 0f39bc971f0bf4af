import { expect, it } from 'vitest';
import { rebuildCommand } from './tables-restore.ts';

it.each([
  ['no options', {}, ''],
  ['--local', { local: true }, ' --local'],
  ['a deployment', { stack: 'parley-prod' }, ' --stack parley-prod'],
  ['the data stack', { stack: 'parley-prod-data' }, ' --stack parley-prod-data'],
  ['the app stack', { stack: 'parley-prod-app' }, ' --stack parley-prod-app'],
])('after a restore with %s, the advice rebuilds the index of the same deployment', (_, values, options) => {
  expect(rebuildCommand(values)).toBe(`npm run ops -- search rebuild${options}`);
});
