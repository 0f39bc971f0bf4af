import { readFileSync } from 'node:fs';
import { afterEach, expect, it, vi } from 'vitest';
import { readWeightsFile, WEIGHTS_FILE } from '../../../../training/routing/weights-file.ts';

const file = vi.hoisted((): { default: Uint8Array } => ({ default: new Uint8Array() }));
vi.mock('./need-weights.bin', () => file);

async function loaderOf(bytes: Uint8Array) {
  file.default = bytes;
  vi.resetModules();
  const { needWeights } = await import('./load-weights.ts');
  return needWeights;
}
const loadedFrom = async (bytes: Uint8Array) => (await loaderOf(bytes))();

afterEach(() => vi.restoreAllMocks());

it('the weights are those of the file', async () => {
  expect(await loadedFrom(readFileSync(WEIGHTS_FILE))).toEqual(readWeightsFile());
});

it('a damaged file is logged, and the caller goes without weights', async () => {
  const lines: string[] = [];
  vi.spyOn(console, 'log').mockImplementation((line: string) => lines.push(line));
  expect(await loadedFrom(readFileSync(WEIGHTS_FILE).fill(7, 9_000, 9_010))).toBeUndefined();
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { level: 'ERROR', event: 'routing weights not loaded', cause: { name: 'Error' } },
  ]);
});

it('weights that could not be read are read again at the next call, and then kept', async () => {
  vi.spyOn(console, 'log').mockImplementation(() => undefined);
  const needWeights = await loaderOf(new Uint8Array());
  expect(await needWeights()).toBeUndefined();
  file.default = readFileSync(WEIGHTS_FILE);
  vi.resetModules();
  const weights = await needWeights();
  expect(weights).toEqual(readWeightsFile());
  expect(await needWeights()).toBe(weights);
});
