import { expect, test } from 'vitest';
import { isComposing } from './is-composing.ts';

test.each([
  ['Enter', { isComposing: false, keyCode: 13 }, false],
  ['a key during a composition', { isComposing: true, keyCode: 13 }, true],
  ['the key that ends a composition in Safari', { isComposing: false, keyCode: 229 }, true],
])('%s: %j is %j', (_key, event, expected) => {
  expect(isComposing(event)).toBe(expected);
});
