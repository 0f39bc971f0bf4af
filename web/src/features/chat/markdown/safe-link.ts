const SCHEMES = new Set(['http:', 'https:', 'mailto:']);

interface SafeLink {
  readonly href: string;
  /** Host or mail address. The chat shows it as the link's tooltip. */
  readonly host: string;
}

/** Returns the link of an absolute http, https or mailto address without credentials; undefined for other addresses. */
export function safeLink(href: string): SafeLink | undefined {
  // Refuses an address with tabs or line breaks in its scheme, or with spaces or control characters before it.
  // `new URL` drops these, so they could disguise the scheme.
  if (!/^(?:https?:\/\/|mailto:)/i.test(href)) return undefined;
  try {
    const url = new URL(href);
    if (!SCHEMES.has(url.protocol) || url.username !== '' || url.password !== '') return undefined;
    return { href: url.href, host: url.protocol === 'mailto:' ? url.pathname : url.host };
  } catch {
    return undefined;
  }
}
