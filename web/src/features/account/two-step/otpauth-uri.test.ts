import { expect, it } from 'vitest';
import { otpauthUri } from './otpauth-uri.ts';

it('names product and address, percent-encoded, with the key', () => {
  const uri = otpauthUri({ product: 'My Parley', email: 'a+b@example.com', secret: 'ABCD2345' });
  expect(uri).toBe('otpauth://totp/My%20Parley:a%2Bb%40example.com?secret=ABCD2345&issuer=My%20Parley');
});
