import type { Allowance, AssistantConfig, Audience, ModelSpec } from '#contract/config';
import { once } from './aws-clients.ts';
import { requireEnv, requireJsonEnv } from './env.ts';
import { ENV } from './env-names.ts';

/** The deployment's configuration as `lib/config.ts` validated it. */
export const models = once(() => requireJsonEnv<readonly ModelSpec[]>(ENV.models));
export const allowances = once(() => requireJsonEnv<Readonly<Record<Audience, Allowance>>>(ENV.allowances));
export const assistant = once(() => requireJsonEnv<AssistantConfig>(ENV.assistant));
export const productName = once(() => requireEnv(ENV.productName));
/** US dollars a UTC day. */
export const dailySpendCap = once(() => Number(requireEnv(ENV.dailySpendCap)));
