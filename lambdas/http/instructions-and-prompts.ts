import * as routes from '#contract/instructions-and-prompts';
import { wordedError } from '#contract/server-worded-errors';
import { broadcastOrLog } from '../domain/broadcast-to-owner.ts';
import { sharedPrompts } from '../runtime/deployment-config.ts';
import { httpHandler } from '../runtime/http-handler.ts';
import { putInstructions, readInstructions } from '../store/instructions.ts';
import { readRevocation } from '../store/revocations.ts';
import { listPrompts, removePrompt, savePrompt } from '../store/saved-prompts.ts';

export const handler = httpHandler(routes, readRevocation, {
  getInstructions: ({ caller }) => readInstructions(caller.owner),

  async setInstructions({ caller, body }) {
    await putInstructions(caller.owner, body);
    await broadcastOrLog(caller.owner, [{ type: 'instructionsChanged' }]);
    return body;
  },

  async getPrompts({ caller }) {
    const shared = sharedPrompts().map((prompt, index) => ({
      ...{ promptId: `shared-${index}`, ...prompt, isShared: true },
    }));
    return { prompts: [...(await listPrompts(caller.owner)), ...shared] };
  },

  async putPrompt({ caller, params, body }) {
    const prompt = { promptId: params.promptId, ...body };
    if (!(await savePrompt(caller.owner, prompt))) throw wordedError('too_many_prompts');
    return prompt;
  },

  async deletePrompt({ caller, params: { promptId } }) {
    await removePrompt(caller.owner, promptId);
    return { promptId };
  },
});
