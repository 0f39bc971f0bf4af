/** Matches an inference profile's id or ARN. Capture groups: the profile's id, its prefix, the model's own id. */
export const PROFILE =
  /^(?:arn:aws:bedrock:[\w-]+:\d+:inference-profile\/)?((us|eu|global|apac|au|ca|jp|us-gov)\.(.+))$/;
const ARN = /^arn:aws:bedrock:[\w-]*::foundation-model\//;

/** Returns the model's own id. `modelId` is that id, the id of an inference profile, or the ARN of either. */
export function modelOf(modelId: string): { readonly model: string; readonly isProfile: boolean } {
  const [, , , profiled] = PROFILE.exec(modelId) ?? [];
  return profiled === undefined
    ? { model: modelId.replace(ARN, ''), isProfile: false }
    : { model: profiled, isProfile: true };
}
