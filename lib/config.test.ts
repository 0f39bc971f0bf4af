import { App } from 'aws-cdk-lib';
import { describe, expect, it, vi } from 'vitest';
import { parseConfig, readConfig } from './config.ts';

// The first App loads most of aws-cdk-lib, which takes seconds on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const model = {
  id: 'mine',
  displayName: 'Mine',
  provider: { kind: 'openai', baseUrl: 'https://models.example.com/v1', model: 'mine-1' },
  contextTokens: 8_000,
  maxOutputTokens: 1_000,
  price: { input: 0, output: 0 },
};
const allowance = { models: ['mine'], messagesPerDay: 5, maxOutputTokens: 500 };

describe('defaults', () => {
  const config = parseConfig({});

  it('are of design section 7', () => {
    expect(config).toMatchObject({ stage: 'dev', region: 'us-east-1', payments: 'test', protectData: false });
    expect(config.models.map(({ id, displayName }) => [id, displayName])).toEqual([
      ['geminitwofive', 'Gemini 2.5'],
      ['chatgpt', 'ChatGPT'],
      ['claude', 'Claude'],
      ['deepseek', 'DeepSeek'],
    ]);
    expect(config.allowances.guest).toMatchObject({ messagesPerDay: 10, models: [expect.any(String)] });
    expect(config.allowances.free).toMatchObject({
      messagesPerDay: 50,
      models: ['geminitwofive', 'deepseek'],
    });
    expect(config.allowances.paid.messagesPerDay).toBe(500);
    expect(config.allowances.paid.models).toHaveLength(4);
  });

  it('give guests shorter replies than users', () => {
    const { guest, free, paid } = config.allowances;
    expect(guest.maxOutputTokens).toBeLessThan(free.maxOutputTokens);
    expect(free.maxOutputTokens).toBeLessThan(paid.maxOutputTokens);
  });

  it('protect data and take real money in prod', () => {
    expect(parseConfig({ stage: 'prod' })).toMatchObject({ protectData: true, payments: 'stripe' });
    expect(parseConfig({ stage: 'prod', payments: 'off' }).payments).toBe('off');
  });

  it('make names of resources from the product’s name', () => {
    expect(parseConfig({ productName: 'Small Talk 2' }).slug).toBe('small-talk-2');
  });
});

describe('a wrong value is named in one line', () => {
  const domain = { name: 'chat.example.com' };
  it.each([
    ['stage', { stage: 'staging' }],
    ['region', { region: 'nowhere' }],
    ['productName', { productName: 'Amazon Chat' }],
    ['productName', { productName: '<b>' }],
    ['payments', { stage: 'prod', payments: 'test' }],
    ['payments', { payments: 'cash' }],
    ['domain', { domain }],
    [
      'domain.name',
      { domain: { name: 'https://chat.example.com', hostedZone: { id: 'Z1', name: 'example.com' } } },
    ],
    [
      'domain.certificateArn',
      { domain: { ...domain, certificateArn: 'arn:aws:acm:eu-west-1:123456789012:certificate/a' } },
    ],
    [
      'domain.certificateArn',
      { region: 'eu-west-1', domain: { ...domain, hostedZone: { id: 'Z1', name: 'example.com' } } },
    ],
    [
      'models.1',
      { models: [model, model], allowances: { guest: allowance, free: allowance, paid: allowance } },
    ],
    ['models.0.provider.baseUrl', { models: [{ ...model, provider: { ...model.provider, baseUrl: 'no' } }] }],
    [
      'models.0.provider.modelId',
      {
        models: [{ ...model, provider: { kind: 'bedrock', modelId: 'apac.vendor.model-1' } }],
        allowances: { guest: allowance, free: allowance, paid: allowance },
      },
    ],
    ['allowances.guest.models', { models: [model] }],
    ['alarmEmail', { alarmEmail: 'nobody' }],
    ['logRetentionDays', { logRetentionDays: 8 }],
    ['dailyCostAlarmUsd', { dailyCostAlarmUsd: 0 }],
    ['config', { colour: 'blue' }],
  ])('%s', (path, input) => {
    expect(() => parseConfig(input)).toThrow(
      new RegExp(`^Configuration: ${path.replaceAll('.', '\\.')}: [^\\n]+$`),
    );
  });
});

describe('context', () => {
  const read = (context: Record<string, unknown>) => readConfig(new App({ context }).node);

  it('comes from cdk.json’s config, and from flags before that', () => {
    expect(
      read({ config: { stage: 'prod', productName: 'Talk' }, stage: 'dev', logRetentionDays: '7' }),
    ).toMatchObject({
      stage: 'dev',
      productName: 'Talk',
      logRetentionDays: 7,
    });
  });

  it('takes objects in flags as JSON', () => {
    const allowances = JSON.stringify({ guest: allowance, free: allowance, paid: allowance });
    expect(read({ models: JSON.stringify([model]), allowances }).models).toEqual([model]);
    expect(() => read({ models: '[' })).toThrow('Configuration: models: is not JSON');
  });

  it('refuses a config that is no object', () => {
    expect(() => read({ config: 'prod' })).toThrow('Configuration: config is not an object');
  });
});
