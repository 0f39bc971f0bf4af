/**
 * Matches the regions from which a cross-region inference profile of Bedrock may be called, by the profile's prefix. A
 * pattern may also match regions from which AWS does not offer the profile.
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
  /** Id of the foundation model. */
  readonly model: string;
}

/** Returns the inference profile that a configured model id names. Undefined for the id of a foundation model. */
export function inferenceProfile(modelId: string): InferenceProfile | undefined {
  const dot = modelId.indexOf('.');
  const prefix = modelId.slice(0, dot);
  return Object.hasOwn(CALLED_FROM, prefix) ? { prefix, model: modelId.slice(dot + 1) } : undefined;
}

/**
 * Returns an error message for an inference profile that cannot be called from the region, otherwise undefined. The
 * message proposes ids of the same model whose prefixes fit the region. AWS may not offer a profile for each of them.
 */
export function profileProblem(modelId: string, region: string): string | undefined {
  const profile = inferenceProfile(modelId);
  if (profile === undefined || CALLED_FROM[profile.prefix]?.test(region)) return undefined;
  const fitting = PROPOSED.filter((prefix) => CALLED_FROM[prefix]?.test(region));
  return `${modelId} is an inference profile that cannot be called from ${region}: look up ${fitting
    .map((prefix) => `${prefix}.${profile.model}`)
    .join(' or ')}, or choose another model`;
}
