/** Ids and addresses of shares. */

/**
 * Returns a new id: 128 random bits as 32 hex digits. It must be impossible to guess, because a share for `anyone` can
 * be read with its id alone.
 */
export const newShareId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );

export const sharePath = (shareId: string): string => `/s/${shareId}`;

export const shareAddress = (shareId: string): string => window.location.origin + sharePath(shareId);
