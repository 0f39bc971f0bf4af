/**
 * Builds the prompt of a Converse request, with cache points (docs/decisions/0098-prompt-caching.md). Bedrock caches
 * the content in front of a cache point. If a later request begins with the same content, Bedrock reads this content
 * from the cache, at a lower price.
 */
import type { ContentBlock, Message, SystemContentBlock } from '@aws-sdk/client-bedrock-runtime';
import { toBlock } from './converse-blocks.ts';
import { estimateTokens, tokensOfFiles } from './estimate-tokens.ts';
import { partsOf, projectPartsOf } from './message-parts.ts';
import type { ModelMessage, ModelRequest } from './model-port.ts';

type CachePoint = ContentBlock.CachePointMember & SystemContentBlock.CachePointMember;
type Prompt = Pick<ModelRequest, 'model' | 'system' | 'messages'>;

/**
 * Builds the system prompt and the messages of a request. Only a model with `promptCache` gets cache points, because
 * Bedrock refuses them for other models. Bedrock allows four points. A point is left out if the prompt in front of it
 * has fewer than `minTokens` tokens. The places of the points:
 * 1. After the beginning that several requests share:
 *    - If the chat's project has files, after these files, which all chats of the project share.
 *    - Otherwise, if a message has `endsHead`, after that message. The message ends the chat's first turns, which stay
 *      in the context even when later turns are left out.
 *    - Otherwise after the system prompt. All chats of a user share it, unless their projects have instructions.
 * 2. After the user's previous message. The previous turn has cached the prompt up to there.
 * 3. After the files of the last message, if it has text too. They stay when the user edits the text.
 * 4. After the last message, for the next turn.
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
  const pointsAfter = (count: number, isWanted: boolean): CachePoint[] => {
    tokens += count;
    return promptCache && isWanted && tokens >= promptCache.minTokens ? [point] : [];
  };
  const latest = messages.length - 1;
  const isOfProject = messages.some(({ projectFiles }) => projectFiles !== undefined);
  const hasHead = messages.some(({ endsHead }) => endsHead);
  const contentOf = (message: ModelMessage, index: number): ContentBlock[] => {
    const { text, files, projectFiles, endsHead } = message;
    const parts = partsOf(message).map((part) => toBlock(part, model));
    const inFront = parts.splice(0, projectPartsOf(message).length);
    const afterProject = pointsAfter(tokensOfFiles(projectFiles), projectFiles !== undefined);
    const isLatest = index === latest;
    const afterFiles = pointsAfter(tokensOfFiles(files), isLatest && files !== undefined && text !== '');
    const afterText = pointsAfter(
      estimateTokens(text),
      isLatest || index === latest - 2 || (endsHead === true && !isOfProject),
    );
    // Bedrock refuses a point directly after some documents (decision 0112). So a point after files follows the line of
    // text with the names of the files, which `partsOf` adds.
    return [
      ...inFront,
      ...afterProject,
      ...parts.slice(0, -1),
      ...afterFiles,
      ...parts.slice(-1),
      ...afterText,
    ];
  };
  return {
    system: [{ text: system }, ...pointsAfter(estimateTokens(system), !hasHead && !isOfProject)],
    messages: messages.map((message, index) => ({
      role: message.role,
      content: contentOf(message, index),
    })),
  };
}
