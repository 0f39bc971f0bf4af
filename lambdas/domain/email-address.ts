/** Addresses as keys: the same person's address is the same text, however it was typed. */
import { domainToASCII } from 'node:url';
import { AppError } from '#contract/errors';

const LONGEST = 254;

/** A domain as the email input type has it, in lower case. A label has 63 characters at most. */
const DOMAIN = /^(?!-)[a-z0-9-]{1,63}(?<!-)(?:\.(?!-)[a-z0-9-]{1,63}(?<!-))*$/;

/**
 * The one form of an address: trimmed, NFC, lower case, its domain in ASCII. Cognito does not tell cases apart
 * either (docs/architecture.md 5). Takes what the email input type takes (docs/spec.md 5), so `a@b` as well, and letters of other
 * scripts: https://html.spec.whatwg.org/multipage/input.html#valid-e-mail-address
 * @throws AppError `invalid_request` with `field` for what cannot be an address, also for one with line breaks in it
 */
export function normaliseEmail(text: string, field = 'email'): string {
  const address = text.trim().normalize('NFC').toLowerCase();
  const [, local = '', domain = ''] = /^([^\s@\p{C}<>(),;:"[\]\\]+)@([^\s@\p{C}]+)$/u.exec(address) ?? [];
  // An ASCII domain stays as it is: `domainToASCII` reads `1.2` as an address of a machine, and rewrites it.
  const host = DOMAIN.test(domain) ? domain : domainToASCII(domain);
  const normal = `${local}@${host}`;
  if (local === '' || !DOMAIN.test(host) || normal.length > LONGEST)
    throw new AppError('invalid_request', { field, message: 'That is not an email address.' });
  return normal;
}

/** An address for a record that outlives the person: enough to recognise, not to write to. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return `${email.slice(0, 1)}***${at < 0 ? '' : `@${email.slice(at + 1, at + 2)}***`}`;
}
