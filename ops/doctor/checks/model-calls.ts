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
