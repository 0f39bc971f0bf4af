import { createHash } from 'node:crypto';
import type { CachePoint, ConverseRequest } from './bedrock-types.ts';
import { tokensIn, tokensOfFile } from './tokens-of-text-and-files.ts';

/** Beginning of a prompt, up to the end of one of its blocks of content. */
export interface Prefix {
  readonly tokens: number;
  readonly hash: string;
  readonly point?: CachePoint;
}

/**
 * Lists the prefixes of a prompt, the shortest first. Requests with different efforts of thinking
 * (`additionalModelRequestFields`) share only the prefixes of the system prompt.
 */
export function prefixesOf(request: ConverseRequest): Prefix[] {
  const { system = [], messages, additionalModelRequestFields: fields } = request;
  const hash = createHash('sha256');
  const prefixes: Prefix[] = [];
  let characters = 0;
  let ofFiles = 0;
  const add = (role: string, blocks: typeof system) => {
    for (const block of blocks) {
      const { cachePoint: point } = block;
      const last = prefixes.at(-1);
      if (point && last) prefixes[prefixes.length - 1] = { ...last, point };
      if (point) continue;
      const text = JSON.stringify([role, block]);
      const counted = tokensOfFile(block);
      if (counted === undefined) characters += text.length;
      else ofFiles += counted;
      prefixes.push({ tokens: tokensIn(characters) + ofFiles, hash: hash.update(text).copy().digest('hex') });
    }
  };
  add('system', system);
  hash.update(JSON.stringify(fields ?? {}));
  for (const { role, content } of messages) add(role, content);
  return prefixes;
}

export const inputTokensOf = (request: ConverseRequest): number => prefixesOf(request).at(-1)?.tokens ?? 0;
