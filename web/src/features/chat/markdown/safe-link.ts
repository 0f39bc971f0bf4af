const SCHEMES = new Set(['http:', 'https:', 'mailto:']);

export interface SafeLink {
  readonly href: string;
  /** Where it leads, for the reader to see before following it. */
  readonly host: string;
}

/** A link that may be followed, or undefined: absolute http, https and mailto addresses only. */
export function safeLink(href: string): SafeLink | undefined {
  // Spelled with entities (&#106;avascript:) or control characters, an address is not what it seems.
  if (!/^(?:https?:\/\/|mailto:)/i.test(href)) return undefined;
  try {
    const url = new URL(href);
    if (!SCHEMES.has(url.protocol) || url.username !== '' || url.password !== '') return undefined;
    return { href: url.href, host: url.protocol === 'mailto:' ? url.pathname : url.host };
  } catch {
    return undefined;
  }
}
