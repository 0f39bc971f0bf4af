import type { Allowance } from '#contract/deployment-config';

export const allowance = (messagesPerDay: number, ...models: string[]): Allowance => ({
  models,
  messagesPerDay,
  maxOutputTokens: messagesPerDay,
});
export const allowances = {
  guest: allowance(10, 'small'),
  free: allowance(50, 'small', 'fair'),
  paid: allowance(500, 'large', 'small', 'removed'),
};
