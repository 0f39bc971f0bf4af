/**
 * Returns 128 random bits as 32 hex digits. The id must be impossible to guess, because it is all that a reader of a
 * share for `anyone` needs.
 */
export const newShareId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );

export const sharePath = (shareId: string): string => `/s/${shareId}`;

export const shareAddress = (shareId: string): string => window.location.origin + sharePath(shareId);
