const SCHEMES = new Set(['http:', 'https:', 'mailto:']);

interface SafeLink {
  readonly href: string;
  /** Host or mail address. The chat shows it as the link's tooltip. */
  readonly host: string;
}

/** Returns the link of an absolute http, https or mailto address without credentials. Undefined for any other. */
export function safeLink(href: string): SafeLink | undefined {
  // Refuses an address whose scheme is disguised by entities (&#106;avascript:) or control characters.
  if (!/^(?:https?:\/\/|mailto:)/i.test(href)) return undefined;
  try {
    const url = new URL(href);
    if (!SCHEMES.has(url.protocol) || url.username !== '' || url.password !== '') return undefined;
    return { href: url.href, host: url.protocol === 'mailto:' ? url.pathname : url.host };
  } catch {
    return undefined;
  }
}
