/**
 * Builds a Content-Disposition header (RFC 6266): the name in UTF-8 (RFC 8187), and in ASCII for clients that do not
 * read `filename*`. Any name gives one valid header line.
 */
export const contentDisposition = (type: 'attachment' | 'inline', name: string): string =>
  `${type}; filename="${asciiName(name)}"; filename*=UTF-8''${extendedValue(name)}`;

/**
 * Replaces every character that is not printable ASCII with `_`. Also replaces quotes and backslashes, which need
 * escapes, and percent signs, which some clients decode.
 */
const asciiName = (name: string): string => name.toWellFormed().replace(/[^\x20-\x7e]|["\\%]/gu, '_');

/** Encodes a name, including the four characters that `encodeURIComponent` leaves as they are and RFC 8187 forbids. */
const extendedValue = (name: string): string =>
  encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
