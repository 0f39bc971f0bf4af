import type { ModelSpec } from '#contract/deployment-config';
import { jsonOf, tableOf } from '../format-rows.ts';
import { type Command, parseOptions, type Say } from '../operator-command.ts';
import { OpsError } from '../operator-errors.ts';
import { pointAtLocalStack } from '../set-aws-environment.ts';
import type { CallResult } from './call-models.ts';

const HELP = `npm run ops -- models check [options]

Calls each model of the configuration once, for one token or the fewest that its provider takes, and says whether it
answers, how fast, and what to do if not: no access, throttled, unknown id, or another failure. All calls together cost
less than a cent. The first call of an account subscribes it to a model that AWS Marketplace sells, such as Claude.
The calls are made with your credentials, not with the worker's role. Exit code 1: a model does not answer.

  -c <name>=<value>  configuration as for cdk deploy: -c stage=prod
  --local            the stack of npm start, instead of an AWS account
  --json             one JSON line for each model, for programs
  --help`;

export const modelsCheck: Command = {
  summary: 'calls each model for one token: who answers, how fast, and what to do if not',
  async run(args, say) {
    const { context, local, json, help } = parseOptions('models check', args, {
      context: { type: 'string', short: 'c', multiple: true, default: [] },
      local: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    });
    if (help) return say(HELP);
    if (local) pointAtLocalStack();
    // Imported here, so that the list of commands does not load the models' adapters.
    const [{ STSClient }, { callModels }, { configFromFlags }] = await Promise.all([
      import('@aws-sdk/client-sts'),
      import('./call-models.ts'),
      import('../config-from-flags.ts'),
    ]);
    const { models, region } = configFromFlags(context);
    const { credentials } = new STSClient({ region }).config;
    const results = await callModels(models, { region, credentials });
    if (json) for (const result of results) say(jsonOf(result));
    else show(results, models, say);
    const silent = results.filter(({ outcome }) => outcome !== 'answers');
    if (silent.length > 0)
      throw new OpsError(`Does not answer: ${silent.map(({ name }) => name).join(', ')}.`);
  },
};

function show(results: readonly CallResult[], models: readonly ModelSpec[], say: Say): void {
  const seconds = ({ latencyMs }: CallResult) => `${(latencyMs / 1_000).toFixed(1)} s`;
  const [head = '', ...lines] = tableOf(
    ['model', 'outcome', 'after', 'calls'],
    results.map((result, i) => [result.name, result.outcome, seconds(result), idOf(models[i])]),
  );
  say(head);
  for (const [i, { why, mend }] of results.entries()) {
    say(lines[i] ?? '');
    if (why !== undefined) say(`    ${why}`);
    if (mend !== undefined) say(`    -> ${mend}`);
  }
}

function idOf(model: ModelSpec | undefined): string {
  const { provider } = model ?? {};
  if (provider?.kind === 'openai') return `${provider.model} at ${provider.baseUrl}`;
  if (provider?.kind === 'mantle') return `${provider.modelId} in ${provider.region}`;
  return provider?.modelId ?? '';
}
