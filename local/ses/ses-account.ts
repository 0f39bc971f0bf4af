/** State of SES that no template decides. */
export interface MailAccount {
  /** False: the account is in the sandbox. */
  readonly hasProductionAccess: boolean;
  readonly isSending: boolean;
  readonly unverified: ReadonlySet<string>;
  /** Verified identities that no template declares: an operator made them by hand. */
  readonly verified: ReadonlySet<string>;
}

export const READY_MAIL_ACCOUNT: MailAccount = {
  hasProductionAccess: true,
  isSending: true,
  unverified: new Set(),
  verified: new Set(),
};

/** @param identities identities that the templates declare */
export const isVerified = (
  name: string,
  identities: readonly string[],
  { verified, unverified }: MailAccount,
): boolean => (identities.includes(name) || verified.has(name)) && !unverified.has(name);

/**
 * Returns the most specific verified identity of an address: the address itself, its domain or a parent domain.
 * https://docs.aws.amazon.com/ses/latest/dg/creating-identities.html
 * @param identities identities that the templates declare
 */
export function verifiedIdentity(
  address: string,
  identities: readonly string[],
  account: MailAccount,
): string | undefined {
  const labels = (address.split('@').at(-1) ?? '').split('.');
  const domains = labels.map((_, n) => labels.slice(n).join('.'));
  return [address, ...domains].find((name) => isVerified(name, identities, account));
}
