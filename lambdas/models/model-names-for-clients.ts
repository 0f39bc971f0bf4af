import type { ModelSpec } from '#contract/deployment-config';

/**
 * Returns the text that names the model behind a display name, for example `Gemma 4 31B, by Google, on Bedrock`.
 * Undefined if the configuration does not have the model's true name.
 */
function trueModelOf({ trueName, maker, provider }: ModelSpec): string | undefined {
  if (trueName === undefined) return undefined;
  const by = maker === undefined ? [] : [`by ${maker}`];
  const on = provider.kind === 'openai' ? [] : ['on Bedrock'];
  return [trueName, ...by, ...on].join(', ');
}

/** Returns a model's id and its names as clients show them: the display name, and the true model where it is known. */
export function namesOf(model: ModelSpec) {
  const trueModel = trueModelOf(model);
  return {
    ...{ id: model.id, displayName: model.displayName },
    ...(trueModel !== undefined && { trueModel }),
  };
}
