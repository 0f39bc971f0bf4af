import { givenPlan } from '../support/given-plan.ts';
import { givenUsage } from '../support/given-usage.ts';
import type { TestUser } from '../support/stack.ts';
import { attempt, type Session } from './picture-session.ts';

/** Dollars for a message of each model, made up for the pictures. */
const MODELS = { geminitwofive: 0.0005, chatgpt: 0.0005, claude: 0.0116, deepseek: 0.0017 };
const DAYS = 45;

/** Screens of a user's usage: without a plan, and with the yearly one. */
export async function usageScreens({ page, stack, shoot }: Session, user: TestUser): Promise<void> {
  for (let day = 0; day < DAYS; day += 1) {
    // Without random numbers, so that every run gives the same pictures. One day of each week has no messages.
    const models = Object.entries(MODELS).flatMap(([model, cost], i) => {
      const messages = day % 7 === 3 ? 0 : (day * 7 + i * 5) % 11;
      const cached = model === 'claude' ? { cachedReadTokens: messages * 900 } : {};
      const tokens = { inputTokens: messages * 1_500, ...cached, outputTokens: messages * 400 };
      return messages > 0 ? [{ model, messages, ...tokens, cost: messages * cost }] : [];
    });
    if (models.length > 0) await givenUsage(stack, user, day, models);
  }
  await page.goto('/usage');
  await page.getByRole('heading', { level: 2, name: 'Today' }).waitFor();
  await shoot('usage');
  await attempt('usage with the yearly plan', async () => {
    await givenPlan(stack, user, { planType: 'yearly' });
    await page.reload();
    await page.getByRole('slider').scrollIntoViewIfNeeded();
    await shoot('usage-yearly');
  });
}
