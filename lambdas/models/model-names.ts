import type { ModelSpec } from '#contract/deployment-config';

/**
 * Returns the text that names the model behind a display name, for example `Gemma 4 31B, by Google, on Bedrock`.
 * Undefined if the configuration does not know its true name.
 */
function trueModelOf({ trueName, maker, provider }: ModelSpec): string | undefined {
  if (trueName === undefined) return undefined;
  const by = maker === undefined ? [] : [`by ${maker}`];
  const on = provider.kind === 'openai' ? [] : ['on Bedrock'];
  return [trueName, ...by, ...on].join(', ');
}

/** Names of a model as clients read them: the display name first, and the true model where it is known. */
export function namesOf(model: ModelSpec) {
  const trueModel = trueModelOf(model);
  return {
    ...{ id: model.id, displayName: model.displayName },
    ...(trueModel !== undefined && { trueModel }),
  };
}
