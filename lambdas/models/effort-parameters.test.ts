import { describe, expect, it } from 'vitest';
import type { ModelSpec } from '#contract/deployment-config';
import type { Effort } from '#contract/entities';
import { DEFAULT_MODELS } from '../../lib/config-defaults.ts';
import { converseFieldsOf, levelOf } from './effort-parameters.ts';

const [any] = DEFAULT_MODELS;
if (!any) throw new Error('There is no model');

const request = (thinking: ModelSpec['thinking'], effort: Effort | undefined, maxOutputTokens = 8_192) => ({
  ...{ model: { ...any, thinking }, system: '', messages: [], effort, maxOutputTokens },
  signal: new AbortController().signal,
});
const SONNET_4_6 = 'us.anthropic.claude-sonnet-4-6';
const SONNET_5_5 = 'global.anthropic.claude-sonnet-5-5';
const HAIKU_4_5 = 'us.anthropic.claude-haiku-4-5-20251001-v1:0';
const adaptive = { type: 'adaptive', display: 'summarized' };

describe('the effort of a reply', () => {
  it.each([
    ['quick', 'low'],
    ['balanced', 'medium'],
    ['thorough', 'high'],
  ] as const)('%s is the level %s of a model that thinks', (effort, level) => {
    expect(levelOf(request('always', effort))).toBe(level);
    expect(levelOf(request('optional', effort))).toBe(effort === 'quick' ? undefined : level);
  });

  it('leaves a model that does not think to its configuration', () => {
    expect(levelOf(request('none', 'thorough'))).toBeUndefined();
    expect(levelOf(request(undefined, 'thorough'), 'low')).toBe('low');
    expect(levelOf(request('always', undefined), 'low')).toBe('low');
  });

  it.each([
    ['openai.gpt-oss-120b-1:0', 'always', 'thorough', { reasoning_effort: 'high' }],
    ['us.openai.gpt-5.6-sol', 'always', 'balanced', { reasoning: { effort: 'medium' } }],
    [SONNET_4_6, 'optional', 'quick', { thinking: { type: 'disabled' } }],
    [SONNET_4_6, 'optional', 'balanced', { thinking: adaptive, output_config: { effort: 'medium' } }],
    [SONNET_5_5, 'always', 'quick', { thinking: adaptive, output_config: { effort: 'low' } }],
    [HAIKU_4_5, 'optional', 'quick', { thinking: { type: 'disabled' } }],
    [HAIKU_4_5, 'optional', 'thorough', { thinking: { type: 'enabled', budget_tokens: 5_734 } }],
    ['deepseek.v3.2', 'optional', 'thorough', undefined],
    [SONNET_4_6, 'none', 'thorough', undefined],
  ] as const)('for %s (%s) and %s is %j', (modelId, thinking, effort, fields) => {
    expect(converseFieldsOf(request(thinking, effort), modelId)).toEqual(fields);
  });

  it('turns thinking off if its budget would be below Bedrock’s minimum', () => {
    const fields = converseFieldsOf(request('optional', 'balanced', 2_000), HAIKU_4_5);
    expect(fields).toEqual({ thinking: { type: 'disabled' } });
  });
});
