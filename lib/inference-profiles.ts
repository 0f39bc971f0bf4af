/**
 * Regions to which a cross-region inference profile of Bedrock may send a request, by the profile's prefix. IAM must
 * allow the model in each. `source` is the deployment's region. '' is the empty region in the ARN of a model that a
 * global profile calls.
 * https://docs.aws.amazon.com/bedrock/latest/userguide/inference-profiles-support.html
 */
const DESTINATIONS: Readonly<Record<string, (source: string) => readonly string[]>> = {
  us: () => ['us-east-1', 'us-east-2', 'us-west-2'],
  eu: () => ['eu-central-1', 'eu-north-1', 'eu-south-1', 'eu-south-2', 'eu-west-1', 'eu-west-3'],
  global: (source) => [source, ''],
};
const PREFIXES_WITHOUT_DESTINATIONS = ['apac', 'au', 'ca', 'jp', 'us-gov'];

export interface InferenceProfile {
  /** Id of the foundation model. */
  readonly model: string;
  /** Regions to which the profile may send a request. */
  readonly regions: readonly string[];
}

/** Returns the profile that a model id names, or undefined for the id of a foundation model. */
export function inferenceProfile(modelId: string, source: string): InferenceProfile | undefined {
  const [prefix, model] = split(modelId);
  const regions = DESTINATIONS[prefix]?.(source);
  return regions && { model, regions };
}

/** True when a model id names a profile whose regions are not listed here. IAM could then not allow its calls. */
export const isUnknownProfile = (modelId: string): boolean =>
  PREFIXES_WITHOUT_DESTINATIONS.includes(split(modelId)[0]);

function split(modelId: string): readonly [prefix: string, rest: string] {
  const dot = modelId.indexOf('.');
  return [modelId.slice(0, dot), modelId.slice(dot + 1)];
}
