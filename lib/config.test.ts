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
const onProfile = (modelId: string) => ({ ...model, provider: { kind: 'bedrock', modelId } });
const allowance = { models: ['mine'], messagesPerDay: 5, maxOutputTokens: 500 };

describe('defaults', () => {
  const config = parseConfig({});

  it('have the models and limits of docs/spec.md 1.2', () => {
    expect(config).toMatchObject({ stage: 'dev', region: 'us-east-1', payments: 'test', protectData: false });
    expect(config.models.map(({ id, displayName }) => [id, displayName])).toEqual([
      ['geminitwofive', 'Gemini 2.5'],
      ['chatgpt', 'ChatGPT'],
      ['chatgptmini', 'ChatGPT mini'],
      ['claude', 'Claude'],
      ['deepseek', 'DeepSeek'],
    ]);
    expect(config.allowances.guest).toMatchObject({ messagesPerDay: 10, models: [expect.any(String)] });
    expect(config.allowances.free).toMatchObject({
      messagesPerDay: 50,
      models: ['geminitwofive', 'deepseek'],
    });
    expect(config.allowances.paid.messagesPerDay).toBe(500);
    expect(config.allowances.paid.models).toEqual(config.models.map(({ id }) => id));
  });

  it('give guests shorter replies than users', () => {
    const { guest, free, paid } = config.allowances;
    expect(guest.maxOutputTokens).toBeLessThan(free.maxOutputTokens);
    expect(free.maxOutputTokens).toBeLessThan(paid.maxOutputTokens);
  });

  it('keep the chats of the free tier for 180 days, of a monthly plan for a year, and of a yearly plan for ever', () => {
    expect(config.retention).toEqual({ free: 180, monthly: 365, yearly: null, noticeDays: 14 });
  });

  it('protect data and take real money in prod', () => {
    expect(parseConfig({ stage: 'prod' })).toMatchObject({ protectData: true, payments: 'stripe' });
    expect(parseConfig({ stage: 'prod', payments: 'off' }).payments).toBe('off');
  });

  it('have a firewall in prod where CloudFront can have one, unless it is switched off', () => {
    const limits = { requestsPerAddress: 3_000, signUpsPerAddress: 60, socketsPerAddress: 600 };
    expect(parseConfig({ stage: 'prod' }).firewall).toEqual(limits);
    expect(parseConfig({ stage: 'prod', firewall: false }).firewall).toBeUndefined();
    expect(parseConfig({ firewall: { signUpsPerAddress: 90 } }).firewall).toEqual({
      ...limits,
      signUpsPerAddress: 90,
    });
    expect(parseConfig({}).firewall).toBeUndefined();
    expect(parseConfig({ firewall: false }).firewall).toBeUndefined();
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
    ['models.0.provider.modelId', { region: 'eu-west-1', models: [onProfile('us.vendor.model-1')] }],
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
      {
        region: 'eu-west-1',
        domain: { ...domain, hostedZone: { id: 'Z1', name: 'example.com' } },
        models: [model],
        allowances: { guest: allowance, free: allowance, paid: allowance },
      },
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
    ['assistant.historyTokens', { assistant: { historyTokens: 100_001 } }],
    ['concurrency.replies', { concurrency: { replies: 0 } }],
    ['alarmEmail', { alarmEmail: 'nobody' }],
    ['logRetentionDays', { logRetentionDays: 8 }],
    ['dailyCostAlarmUsd', { dailyCostAlarmUsd: 0 }],
    ['config', { colour: 'blue' }],
    ['allowances', { allowances: 'many' }],
    ['allowances.free.messagesPerDay', { allowances: { free: { messagesPerDay: 0 } } }],
    ['allowances.free.messagesADay', { allowances: { free: { messagesADay: 5 } } }],
    ['allowances.admins', { allowances: { admins: allowance } }],
    ['retention.noticDays', { retention: { noticDays: 7 } }],
    ['assistant.systemPrompt', { assistant: { systemPrompt: ' \n' } }],
    ['assistant.prompt', { assistant: { prompt: 'Be kind.' } }],
    ['mail', { mail: { from: 'chat@example.com', suport: 'help@example.com' } }],
    ['prompts.0', { prompts: [{ name: 'Sum up', text: 'Sum up:', txt: 'Sum up.' }] }],
  ])('%s', (path, input) => {
    expect(() => parseConfig(input)).toThrow(
      new RegExp(`^Configuration: ${path.replaceAll('.', '\\.')}: [^\\n]+$`),
    );
  });
});

const mantle = (over: object = {}) => ({
  ...{ kind: 'mantle', modelId: 'openai.gpt-5.4', region: 'us-east-2' },
  ...over,
});

describe('a model', () => {
  const own = { allowances: { guest: allowance, free: allowance, paid: allowance } };

  it('may leave out its kinds of input, its thoughts and its cached prices', () => {
    expect(parseConfig({ ...own, models: [model] }).models).toEqual([model]);
  });

  const bedrock = (modelId: string) => ({
    ...{ provider: { kind: 'bedrock', modelId }, promptCache: { minTokens: 1_024 } },
  });

  it.each([
    'us.anthropic.claude-sonnet-5-5',
    'anthropic.claude-haiku-4-5-20251001-v1:0',
    'us.amazon.nova-pro-v1:0',
    'arn:aws:bedrock:us-east-1:123456789012:application-inference-profile/abc',
  ])('on Bedrock may cache prompts: %s', (modelId) => {
    const caching = { ...model, ...bedrock(modelId) };
    expect(parseConfig({ ...own, models: [caching] }).models).toEqual([caching]);
  });

  it.each([
    ['openai.gpt-oss-120b-1:0', {}],
    ['us.anthropic.claude-sonnet-5-5', { thinking: 'always' }],
  ])('on Bedrock may have an effort: %s with %j', (modelId, over) => {
    const provider = { kind: 'bedrock', modelId, reasoningEffort: 'low' };
    const models = [{ ...model, ...over, provider }];
    expect(parseConfig({ ...own, models }).models).toEqual(models);
  });

  it('has its true name, kinds of input, thoughts and prices of the cache', () => {
    const full = {
      ...{ ...model, trueName: 'Mine 1 31B', maker: 'Me', input: ['text', 'image'], thinking: 'optional' },
      price: { input: 1, cachedRead: 0.1, cachedWrite: 1.25, output: 2 },
    };
    expect(parseConfig({ ...own, models: [full] }).models).toEqual([full]);
  });

  it('on bedrock-mantle may be in another region than the deployment', () => {
    const models = [{ ...model, provider: mantle() }];
    expect(parseConfig({ ...own, models, region: 'eu-west-1' }).models).toEqual(models);
  });

  it.each([
    ['models.0.input', { input: ['image'] }],
    ['models.0.input.0', { input: ['video'] }],
    ['models.0.thinking', { thinking: 'sometimes' }],
    ['models.0.price.cachedRead', { price: { input: 1, output: 1, cachedRead: -1 } }],
    ['models.0.price', { price: { input: 1, output: 1, cached: 1 } }],
    ['models.0', { thinkng: 'none' }],
    ['models.0.promptCache.ttl', { promptCache: { minTokens: 1_024, ttl: '5h' } }],
    ['models.0.promptCache', bedrock('google.gemma-3-27b-it')],
    ['models.0.promptCache', bedrock('us.deepseek.v3.2')],
    ['models.0.maxOutputTokens', { maxOutputTokens: 9_000 }],
    ['models.0.provider.modelId', { provider: mantle({ modelId: 'us.openai.gpt-5.4' }) }],
    ['models.0.provider.region', { provider: mantle({ region: 'Ohio' }) }],
    ['models.0.provider.path', { provider: mantle({ path: '/v2' }) }],
    ['models.0.provider', { provider: mantle({ secretArn: 'arn' }) }],
    [
      'models.0.provider',
      { provider: { kind: 'bedrock', modelId: 'vendor.model-1', reasoningEfort: 'low' } },
    ],
    [
      'models.0.provider.reasoningEffort',
      { provider: { kind: 'bedrock', modelId: 'us.anthropic.claude-sonnet-5-5', reasoningEffort: 'low' } },
    ],
    ['models.0.provider', { provider: { ...model.provider, maxTokenField: 'max_completion_tokens' } }],
  ])('with a wrong %s is refused: %j', (path, over) => {
    expect(() => parseConfig({ ...own, models: [{ ...model, ...over }] })).toThrow(
      new RegExp(`^Configuration: ${path.replaceAll('.', '\\.')}: [^\\n]+$`),
    );
  });
});

it('says which profile fits the region when a model’s does not', () => {
  const own = { allowances: { guest: allowance, free: allowance, paid: allowance } };
  const models = [onProfile('us.vendor.model-1')];
  expect(() => parseConfig({ ...own, region: 'eu-west-1', models })).toThrow(
    'Configuration: models.0.provider.modelId: us.vendor.model-1 is an inference profile that cannot be called from ' +
      'eu-west-1: look up eu.vendor.model-1 or global.vendor.model-1, or choose another model',
  );
  expect(parseConfig({ region: 'eu-west-1' }).models).toHaveLength(5);
});

describe('a value that is given in part', () => {
  it('changes that part, and the defaults stand for the rest', () => {
    const { allowances, retention, assistant } = parseConfig({
      allowances: { free: { messagesPerDay: 5, models: ['chatgpt'] } },
      retention: { monthly: null, noticeDays: 30 },
      assistant: { historyTokens: 500 },
    });
    const defaults = parseConfig({});
    expect(allowances).toEqual({
      ...defaults.allowances,
      free: { ...defaults.allowances.free, messagesPerDay: 5, models: ['chatgpt'] },
    });
    expect(retention).toEqual({ free: 180, monthly: null, yearly: null, noticeDays: 30 });
    expect(assistant).toEqual({ ...defaults.assistant, historyTokens: 500 });
  });
});

describe('context', () => {
  const read = (context: Record<string, unknown>) => readConfig(new App({ context }).node);

  it('comes from cdk.json’s config, which flags override', () => {
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

  it.each([
    ['a flag', { productNam: 'Talk' }],
    ['cdk.json’s config', { config: { productNam: 'Talk' } }],
  ])('refuses a mistyped name in %s, with the names that there are', (_, context) => {
    expect(() => read(context)).toThrow(
      /^Configuration: productNam: is not known; there are productName, stage, [\w, ]+, retention$/,
    );
  });

  it('leaves CDK’s own names alone', () => {
    const own = {
      '@aws-cdk/core:checkSecretUsage': true,
      'aws:cdk:bundling-stacks': ['**'],
      'availability-zones:account=1:region=us-east-1': ['us-east-1a'],
      'acknowledged-issue-numbers': [1],
    };
    expect(read({ ...own, productName: 'Talk' }).productName).toBe('Talk');
  });

  it('refuses a config that is no object', () => {
    expect(() => read({ config: 'prod' })).toThrow('Configuration: config is not an object');
  });
});
