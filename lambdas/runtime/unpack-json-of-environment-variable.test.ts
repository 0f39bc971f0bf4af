import { expect, it } from 'vitest';
import { DEFAULT_MODELS } from '../../lib/config-defaults.ts';
import { packJson } from '../../lib/pack-json-for-environment-variable.ts';
import { unpackJson } from './unpack-json-of-environment-variable.ts';

it('a packed catalogue is the same when it is unpacked, and needs half of its bytes at most', () => {
  const packed = packJson(DEFAULT_MODELS);
  expect(unpackJson(packed)).toEqual(DEFAULT_MODELS);
  expect(packed.length).toBeLessThan(JSON.stringify(DEFAULT_MODELS).length / 2);
});

it('a text that was not packed is refused', () => {
  expect(() => unpackJson('[]')).toThrow();
});
