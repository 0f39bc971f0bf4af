/**
 * Places the cache points of a Converse request. Bedrock caches the prompt up to each point, and reads it in the next
 * request that begins with the same text (docs/decisions/0098-prompt-caching.md).
 */
import type { ContentBlock, Message, SystemContentBlock } from '@aws-sdk/client-bedrock-runtime';
import { toBlock } from './converse-blocks.ts';
import { estimateTokens, tokensOfFiles } from './estimate-tokens.ts';
import { partsOf, projectPartsOf } from './message-parts.ts';
import type { ModelMessage, ModelRequest } from './model-port.ts';

type CachePoint = ContentBlock.CachePointMember & SystemContentBlock.CachePointMember;
type Prompt = Pick<ModelRequest, 'model' | 'system' | 'messages'>;

/**
 * Builds the system prompt and the messages of a request. A model that caches gets cache points where its minimum is
 * reached: after the files of a project, which all its chats share; in a chat without such files, after the chat's first
 * turns, which stay when turns after them leave the context, or else after the system prompt, which all chats share; after
 * the user's message before the last one, to which the turn before has cached; and after the last message, for the next
 * turn. The files of the last message get one of their own, for a question that is
 * edited. So there are four at most, as Bedrock allows. Other models refuse cache points.
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
    // Bedrock refuses a point after some documents. The line that names the files comes between.
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
