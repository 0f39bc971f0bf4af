/**
 * Places the cache points of a Converse request. Bedrock caches the prompt up to each point, and reads it in the next
 * request that begins with the same text (docs/decisions/0098-prompt-caching.md).
 */
import type { ContentBlock, Message, SystemContentBlock } from '@aws-sdk/client-bedrock-runtime';
import { estimateTokens } from './estimate-tokens.ts';
import type { ModelRequest } from './model-port.ts';

type CachePoint = ContentBlock.CachePointMember & SystemContentBlock.CachePointMember;
type Prompt = Pick<ModelRequest, 'model' | 'system' | 'messages'>;

/**
 * Builds the system prompt and the messages of a request. A model that caches gets cache points where its minimum is
 * reached: after the system prompt, which all chats share; after the user's message before the last one, to which the
 * turn before has cached; and after the last message, for the next turn. Other models refuse cache points.
 */
export function promptOf({ model, system, messages }: Prompt): {
  readonly system: SystemContentBlock[];
  readonly messages: Message[];
} {
  const { promptCache } = model;
  const point: CachePoint = {
    cachePoint: { type: 'default', ...(promptCache?.ttl === '1h' && { ttl: '1h' }) },
  };
  let tokens = 0;
  const pointsAfter = (text: string, isWanted: boolean): CachePoint[] => {
    tokens += estimateTokens(text);
    return promptCache && isWanted && tokens >= promptCache.minTokens ? [point] : [];
  };
  const latest = messages.length - 1;
  return {
    system: [{ text: system }, ...pointsAfter(system, true)],
    messages: messages.map(({ role, text }, index) => ({
      role,
      content: [{ text }, ...pointsAfter(text, index === latest || index === latest - 2)],
    })),
  };
}
