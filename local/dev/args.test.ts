import { expect, it } from 'vitest';
import { DEFAULT_PORT, readArgs } from './args.ts';

it('has defaults', () => {
  expect(readArgs([])).toEqual({
    port: DEFAULT_PORT,
    fresh: false,
    bedrock: false,
    built: false,
    stripe: false,
  });
});

it('reads what is given', () => {
  expect(
    readArgs(['--port', '9000', '--fresh', '--bedrock', '--built', '--stripe', '--concurrency', '10']),
  ).toEqual({
    port: 9000,
    fresh: true,
    bedrock: true,
    built: true,
    stripe: true,
    concurrency: 10,
  });
});

it.each([[['--port', 'x']], [['--port', '70000']], [['--unknown']], [['--concurrency', '0']], [['extra']]])(
  'refuses %j',
  (argv) => {
    expect(() => readArgs(argv)).toThrow();
  },
);
