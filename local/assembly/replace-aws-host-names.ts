/** Local `host:port` by AWS host name. */
export type Addresses = ReadonlyMap<string, string>;

/** Returns a copy of a value, with every AWS host name replaced by its local address. */
export function rewriteHosts<T>(value: T, addresses: Addresses): T {
  return rewrite(value, addresses) as T; // the type stays, because only text within strings changes
}

function rewrite(value: unknown, addresses: Addresses): unknown {
  if (typeof value === 'string') return rewriteText(value, addresses);
  if (Array.isArray(value)) return value.map((member) => rewrite(member, addresses));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, rewrite(member, addresses)]));
}

function rewriteText(text: string, addresses: Addresses): string {
  let result = text;
  for (const [host, address] of addresses) result = result.replaceAll(host, address);
  return result;
}
