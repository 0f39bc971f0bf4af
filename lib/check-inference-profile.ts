/**
 * Regions that may call a cross-region inference profile of Bedrock, by the profile's prefix. A pattern may match
 * regions where AWS does not offer the profile.
 * https://docs.aws.amazon.com/bedrock/latest/userguide/inference-profiles-support.html
 */
const CALLED_FROM: Readonly<Record<string, RegExp>> = {
  us: /^us-(?!gov-)/,
  'us-gov': /^us-gov-/,
  eu: /^eu-/,
  apac: /^ap-/,
  au: /^ap-southeast-/,
  jp: /^ap-northeast-/,
  ca: /^ca-/,
  global: /^(?!us-gov-)/,
};

/** Prefixes to propose for a region, in this order. Lacks `au` and `jp`, because `apac` fits their regions too. */
const PROPOSED = ['us', 'us-gov', 'eu', 'apac', 'ca', 'global'];

export interface InferenceProfile {
  readonly prefix: string;
  readonly model: string;
}

/** Returns undefined for the id of a foundation model. */
export function inferenceProfile(modelId: string): InferenceProfile | undefined {
  const dot = modelId.indexOf('.');
  const prefix = modelId.slice(0, dot);
  return Object.hasOwn(CALLED_FROM, prefix) ? { prefix, model: modelId.slice(dot + 1) } : undefined;
}

/** Returns an error message that proposes other ids if the region cannot call the profile, otherwise undefined. */
export function profileProblem(modelId: string, region: string): string | undefined {
  const profile = inferenceProfile(modelId);
  if (profile === undefined || CALLED_FROM[profile.prefix]?.test(region)) return undefined;
  const fitting = PROPOSED.filter((prefix) => CALLED_FROM[prefix]?.test(region));
  return `${modelId} is an inference profile that cannot be called from ${region}: look up ${fitting
    .map((prefix) => `${prefix}.${profile.model}`)
    .join(' or ')}, or choose another model`;
}
