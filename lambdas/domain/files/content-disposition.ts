/**
 * Builds a Content-Disposition header (RFC 6266): the name in UTF-8 (RFC 8187), and an ASCII form for clients that read
 * only that. Any name gives one valid header line.
 */
export const contentDisposition = (type: 'attachment' | 'inline', name: string): string =>
  `${type}; filename="${asciiName(name)}"; filename*=UTF-8''${extendedValue(name)}`;

/** Quotes and backslashes would need escapes, and some clients decode percent signs here, too. */
const asciiName = (name: string): string => name.toWellFormed().replace(/[^\x20-\x7e]|["\\%]/gu, '_');

/** `encodeURIComponent` leaves four characters that RFC 8187 has encoded. */
const extendedValue = (name: string): string =>
  encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
