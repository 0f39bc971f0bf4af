/**
 * Regions that can call a cross-region inference profile, by the profile's prefix. The regions differ by model. A
 * pattern matches the regions that can call the profile of at least one model, so it matches too many regions for some
 * models. `WITHOUT_GEOGRAPHY` has the regions that a pattern may lack. The operators' command `doctor` asks Bedrock
 * about the profile of the configured model.
 * https://docs.aws.amazon.com/bedrock/latest/userguide/inference-profiles-support.html
 */
const CALLED_FROM: Readonly<Record<string, RegExp>> = {
  us: /^(us-(?!gov-)|ca-)/,
  'us-gov': /^us-gov-/,
  eu: /^(eu|il)-/,
  apac: /^(ap|me)-/,
  au: /^ap-southeast-/,
  jp: /^ap-northeast-/,
  ca: /^ca-/,
  global: /^(?!us-gov-)/,
};

/**
 * Regions that have no prefix of their own. AWS lets them call some profiles of other geographies, so `mayCall` allows
 * every prefix but `us-gov` there.
 */
const WITHOUT_GEOGRAPHY = /^(af|il|me|mx|sa)-/;

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

/** Returns an error message that proposes other ids if the region certainly cannot call the profile, else undefined. */
export function profileProblem(modelId: string, region: string): string | undefined {
  const profile = inferenceProfile(modelId);
  if (profile === undefined || mayCall(profile.prefix, region)) return undefined;
  const fitting = PROPOSED.filter((prefix) => CALLED_FROM[prefix]?.test(region));
  return `${modelId} is an inference profile that cannot be called from ${region}: look up ${fitting
    .map((prefix) => `${prefix}.${profile.model}`)
    .join(' or ')}, or choose another model`;
}

const mayCall = (prefix: string, region: string): boolean =>
  CALLED_FROM[prefix]?.test(region) || (prefix !== 'us-gov' && WITHOUT_GEOGRAPHY.test(region));
