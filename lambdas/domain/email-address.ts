import { domainToASCII } from 'node:url';
import { AppError } from '#contract/error-codes';
import { ACCOUNT_EMAIL_MAX_LENGTH, EMAIL_MAX_LENGTH } from '#contract/limits';

const DOMAIN = /^(?!-)[a-z0-9-]{1,63}(?<!-)(?:\.(?!-)[a-z0-9-]{1,63}(?<!-))*$/;

/**
 * Normalises an address: trimmed, NFC, lower case, its domain in ASCII. Accepts what HTML's email input accepts
 * (docs/spec.md 5), for example `a@b`, and also characters beyond ASCII:
 * https://html.spec.whatwg.org/multipage/input.html#valid-e-mail-address
 * @throws AppError `invalid_request` with `field` for any other text, and for a too long address
 */
export function normaliseEmail(text: string, field = 'email'): string {
  const address = text.trim().normalize('NFC').toLowerCase();
  // The pattern refuses `#`, `/`, `?`, `\` and `%` in the domain. `domainToASCII` would cut the domain off at `#`,
  // `/`, `?` or `\`, and would decode `%`. The result would be another address.
  const [, local = '', domain = ''] =
    /^([^\s@\p{C}<>(),;:"[\]\\]+)@([^\s@\p{C}#%/?\\]+)$/u.exec(address) ?? [];
  // An ASCII domain is kept: `domainToASCII` would read `1.2` as an IP address and rewrite it.
  const host = DOMAIN.test(domain) ? domain : domainToASCII(domain);
  const normal = `${local}@${host}`;
  if (local === '' || !DOMAIN.test(host) || normal.length > EMAIL_MAX_LENGTH)
    throw new AppError('invalid_request', { field, message: 'That is not an email address.' });
  return normal;
}

/**
 * Normalises an address for which an account may be opened, as `normaliseEmail` does.
 * @throws AppError as `normaliseEmail`; `invalid_request` for an address that is too long for an account
 */
export function normaliseAccountEmail(text: string): string {
  const email = normaliseEmail(text);
  if (!fitsAccount(email))
    throw new AppError('invalid_request', { field: 'email', message: 'That email address is too long.' });
  return email;
}

/** False for an address that Cognito refuses in every call. */
export const fitsAccount = (email: string): boolean => email.length <= ACCOUNT_EMAIL_MAX_LENGTH;

/**
 * Masks an address for audit records, which outlive the account. A person who knows the address recognises it, but no
 * mail can be sent to it.
 */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return `${email.slice(0, 1)}***${at < 0 ? '' : `@${email.slice(at + 1, at + 2)}***`}`;
}
