const SCHEMES = new Set(['http:', 'https:', 'mailto:']);

interface SafeLink {
  readonly href: string;
  readonly host: string;
}

/** Returns the link of an absolute http, https or mailto address without credentials; undefined for other addresses. */
export function safeLink(href: string): SafeLink | undefined {
  // Requires a scheme at the very beginning of the address. Tabs, line breaks and leading spaces could disguise the
  // scheme, and `new URL` would drop these characters.
  if (!/^(?:https?:\/\/|mailto:)/i.test(href)) return undefined;
  try {
    const url = new URL(href);
    if (!SCHEMES.has(url.protocol) || url.username !== '' || url.password !== '') return undefined;
    return { href: url.href, host: url.protocol === 'mailto:' ? url.pathname : url.host };
  } catch {
    return undefined;
  }
}
