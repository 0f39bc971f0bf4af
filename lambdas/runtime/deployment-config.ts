/** Configuration of the deployment, from the environment. `lib/config.ts` validated it at synthesis. */
import type {
  Allowance,
  AssistantConfig,
  Audience,
  Limits,
  ModelSpec,
  SharedPrompt,
} from '#contract/deployment-config';
import { sharing as sharingSchema } from '#contract/sharing';
import { requireEnv, requireJsonEnv } from './env.ts';
import { ENV } from './env-names.ts';
import { once } from './once.ts';
import { unpackJson } from './unpack-json-of-environment-variable.ts';

export const models = once(
  // The synthesis validated the models before it packed them.
  () => unpackJson(requireEnv(ENV.models)) as readonly ModelSpec[],
);
export const allowances = once(() => requireJsonEnv<Readonly<Record<Audience, Allowance>>>(ENV.allowances));
export const assistant = once(() => requireJsonEnv<AssistantConfig>(ENV.assistant));
export const sharedPrompts = once(() => unpackJson(requireEnv(ENV.prompts)) as readonly SharedPrompt[]);
export const sharing = once(() => sharingSchema.parse(requireEnv(ENV.sharing)));
export const productName = once(() => requireEnv(ENV.productName));
export const lostQueues = once(() => requireJsonEnv<readonly string[]>(ENV.lostQueues));
export const metricNamespace = once(() => requireEnv(ENV.metricNamespace));
/** US dollars of all models' costs per UTC day, for the whole product. */
export const dailySpendCap = once(() => Number(requireEnv(ENV.dailySpendCap)));
export const limits = once(() => requireJsonEnv<Limits>(ENV.limits));
export const guestSpendCap = () => dailySpendCap() * limits().guestSpendShare;
