/**
 * Builds the URI that gives a key to an authenticator app.
 * https://github.com/google/google-authenticator/wiki/Key-Uri-Format
 */
export function otpauthUri({
  product,
  email,
  secret,
}: {
  readonly product: string;
  readonly email: string;
  /** Key in base32. */
  readonly secret: string;
}): string {
  const label = `${encodeURIComponent(product)}:${encodeURIComponent(email)}`;
  // `URLSearchParams` would encode a space as `+`, which apps show as a plus sign.
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(product)}`;
}
