/** What stands in an address where its pattern has a `:name`; an optional one (`:name?`) may be missing. */
export type PathParams = Readonly<Record<string, string | undefined>>;

/**
 * Compares an address's path with a pattern such as `/chat/:chatId?`. Letter case and a slash at the end make
 * no difference. Returns the parameters, or undefined where the two do not match.
 */
export function matchPath(pattern: string, pathname: string): PathParams | undefined {
  const expected = segments(pattern);
  const found = segments(pathname);
  if (found.length > expected.length) return undefined;
  const params: Record<string, string | undefined> = {};
  for (const [i, segment] of expected.entries()) {
    const value = found[i];
    const name = /^:(\w+)(\??)$/.exec(segment);
    if (value === undefined && name?.[2] !== '?') return undefined;
    if (name?.[1] !== undefined) params[name[1]] = value === undefined ? undefined : decode(value);
    else if (segment.toLowerCase() !== value?.toLowerCase()) return undefined;
  }
  return params;
}

const segments = (path: string): string[] => path.split('/').filter((segment) => segment !== '');

/** An address that was typed wrongly (`%E0%`) stays as it is. */
function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
