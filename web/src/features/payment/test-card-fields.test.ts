import { describe, expect, it } from 'vitest';
import { asCvc, asExpiry, asNumber, isComplete, type TestCard } from './test-card-fields.ts';

const CARD: TestCard = { holder: 'Ada', number: '4242424242424242', expiry: '12/30', cvc: '123' };

describe('the fields of a test card', () => {
  it('keep digits only, and format the expiry as MM/YY', () => {
    expect(asNumber('4242 4242-4242 4242x')).toBe('4242424242424242');
    expect(asNumber('1'.repeat(30))).toHaveLength(19);
    expect(asCvc('12a345')).toBe('1234');
    expect(['1', '12', '12/', '123', '12/3', '1230', '12/301'].map(asExpiry)).toEqual([
      '1',
      '12',
      '12',
      '12/3',
      '12/3',
      '12/30',
      '12/30',
    ]);
  });

  it('are complete with 16 characters of number, 5 of expiry, 3 of CVC and a holder [S5.payment.1]', () => {
    expect(isComplete(CARD)).toBe(true);
    expect(isComplete({ ...CARD, holder: ' ' })).toBe(false);
    expect(isComplete({ ...CARD, number: '4'.repeat(15) })).toBe(false);
    expect(isComplete({ ...CARD, expiry: '12/3' })).toBe(false);
    expect(isComplete({ ...CARD, cvc: '12' })).toBe(false);
  });
});
