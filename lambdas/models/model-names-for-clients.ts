import type { ModelSpec } from '#contract/deployment-config';

/** Returns for example `Gemma 4 31B, by Google, on Bedrock`. Undefined if the configuration has no true name. */
function trueModelOf({ trueName, maker, provider }: ModelSpec): string | undefined {
  if (trueName === undefined) return undefined;
  const by = maker === undefined ? [] : [`by ${maker}`];
  const on = provider.kind === 'openai' ? [] : ['on Bedrock'];
  return [trueName, ...by, ...on].join(', ');
}

export function namesOf(model: ModelSpec) {
  const trueModel = trueModelOf(model);
  return {
    ...{ id: model.id, displayName: model.displayName },
    ...(trueModel !== undefined && { trueModel }),
  };
}
