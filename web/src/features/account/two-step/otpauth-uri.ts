/**
 * Builds the URI by which authenticator apps take a key, from a link or a QR code.
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
  // Apps read a plus sign as itself, so spaces are percent-encoded.
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(product)}`;
}

/** Returns a key in groups of four characters, for people who type it. */
export const inGroups = (secret: string): string => (secret.match(/.{1,4}/g) ?? []).join(' ');
