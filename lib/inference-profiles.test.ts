import { describe, expect, it } from 'vitest';
import { inferenceProfile } from './inference-profiles.ts';

describe('inferenceProfile', () => {
  it('knows the regions of a geography', () => {
    expect(inferenceProfile('us.vendor.model-1', 'us-east-1')).toEqual({
      model: 'vendor.model-1',
      regions: ['us-east-1', 'us-east-2', 'us-west-2'],
    });
  });

  it('gives a global profile the caller’s region and an empty one', () => {
    expect(inferenceProfile('global.vendor.model-1', 'eu-west-1')?.regions).toEqual(['eu-west-1', '']);
  });

  it.each(['google.gemma-3-27b-it', 'deepseek.v3.2', 'openai.gpt-oss-120b-1:0'])(
    'takes %s for a model',
    (id) => {
      expect(inferenceProfile(id, 'us-east-1')).toBeUndefined();
    },
  );
});
