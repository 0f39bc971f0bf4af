/**
 * Reports for each configured model if it answers a call. The call limits the reply to one token, or to the smallest
 * limit that the API accepts. If the endpoint's limit also counts thoughts, the call limits the reply to 512 tokens
 * (`ops/models/call-models.ts`).
 */
import { callModels } from '../../models/call-models.ts';
import { type Check, ok, warning } from '../check.ts';

export const modelCalls: Check = {
  name: 'model calls',
  async look({ config, aws }) {
    const results = await callModels(config.models, aws);
    return results.map(({ name, latencyMs, why, mend = '' }) =>
      why === undefined
        ? ok(`${name} answered in ${(latencyMs / 1_000).toFixed(1)} s.`)
        : warning(`${name} did not answer: ${why}`, mend),
    );
  },
};
