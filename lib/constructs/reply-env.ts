import { ENV } from '../../lambdas/runtime/env-names.ts';
import type { Config } from '../config.ts';

/** Settings that both sides of a turn need: models, allowances, what a day may cost and the assistant's instructions. */
export function replyEnv({ productName, models, allowances, assistant, dailySpendCapUsd }: Config) {
  return {
    [ENV.productName]: productName,
    [ENV.models]: JSON.stringify(models),
    [ENV.allowances]: JSON.stringify(allowances),
    [ENV.assistant]: JSON.stringify(assistant),
    [ENV.dailySpendCap]: String(dailySpendCapUsd),
  };
}
