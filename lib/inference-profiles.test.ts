import { describe, expect, it } from 'vitest';
import { inferenceProfile, profileProblem } from './check-region-of-inference-profile.ts';

describe('inferenceProfile', () => {
  it.each(['us', 'us-gov', 'eu', 'apac', 'au', 'jp', 'ca', 'global'])('knows the prefix %s', (prefix) => {
    expect(inferenceProfile(`${prefix}.vendor.model-1`)).toEqual({ prefix, model: 'vendor.model-1' });
  });

  it.each(['google.gemma-3-27b-it', 'deepseek.v3.2', 'openai.gpt-oss-120b-1:0'])(
    'takes %s for a model, not a profile',
    (id) => {
      expect(inferenceProfile(id)).toBeUndefined();
    },
  );
});

describe('profileProblem', () => {
  it.each([
    ['us.vendor.model-1', 'us-west-2'],
    ['us-gov.vendor.model-1', 'us-gov-west-1'],
    ['eu.vendor.model-1', 'eu-central-1'],
    ['apac.vendor.model-1', 'ap-south-1'],
    ['jp.vendor.model-1', 'ap-northeast-1'],
    ['us.vendor.model-1', 'ca-central-1'],
    ['us.vendor.model-1', 'ca-west-1'],
    ['ca.vendor.model-1', 'ca-west-1'],
    ['eu.vendor.model-1', 'il-central-1'],
    ['apac.vendor.model-1', 'me-central-1'],
    ['us.vendor.model-1', 'sa-east-1'],
    ['global.vendor.model-1', 'sa-east-1'],
    ['vendor.model-1', 'eu-west-1'],
  ])('has nothing against %s in %s', (id, region) => {
    expect(profileProblem(id, region)).toBeUndefined();
  });

  it.each([
    ['us.vendor.model-1', 'eu-west-1', 'eu.vendor.model-1 or global.vendor.model-1'],
    ['eu.vendor.model-1', 'us-east-1', 'us.vendor.model-1 or global.vendor.model-1'],
    ['jp.vendor.model-1', 'ap-southeast-2', 'apac.vendor.model-1 or global.vendor.model-1'],
    ['eu.vendor.model-1', 'ca-central-1', 'us.vendor.model-1 or ca.vendor.model-1 or global.vendor.model-1'],
    ['us-gov.vendor.model-1', 'sa-east-1', 'global.vendor.model-1'],
    ['us-gov.vendor.model-1', 'us-east-1', 'us.vendor.model-1 or global.vendor.model-1'],
    ['us.vendor.model-1', 'us-gov-west-1', 'us-gov.vendor.model-1'],
    ['global.vendor.model-1', 'us-gov-east-1', 'us-gov.vendor.model-1'],
  ])('names profiles that fit in place of %s in %s', (id, region, instead) => {
    expect(profileProblem(id, region)).toBe(
      `${id} is an inference profile that cannot be called from ${region}: look up ${instead}, or choose another model`,
    );
  });
});
