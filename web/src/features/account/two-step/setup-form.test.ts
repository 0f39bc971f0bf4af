import { expect, it } from 'vitest';
import { inGroups } from './setup-form.tsx';

it('shows a key in groups of four', () => {
  expect(inGroups('ABCD2345EF')).toBe('ABCD 2345 EF');
});
