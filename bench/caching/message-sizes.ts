/**
 * Draws sizes of messages and replies at random: log-normal, with the means and standard deviations of a million
 * conversations (WildChat, arXiv:2405.01470, table 1).
 */
import { createRandom } from '../../test/chaos/seeded-random.ts';

/** Tokens in a user's message and in a reply. */
const USER = { mean: 296, deviation: 1_609 };
const REPLY = { mean: 441, deviation: 411 };
/** Tokens of the longest message that the product takes (4 characters a token) and of the free tier's longest reply. */
const MOST = { user: 5_000, reply: 8_192 };

export interface TurnSize {
  readonly user: number;
  readonly reply: number;
}

export function turnSizes(turns: number, seed: number): TurnSize[] {
  const random = createRandom(seed);
  const uniform = () => (random.upTo(1_000_000) + 1) / 1_000_001;
  const normal = () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
  const draw = ({ mean, deviation }: typeof USER, most: number) => {
    const variance = Math.log(1 + (deviation / mean) ** 2);
    const tokens = Math.exp(Math.log(mean) - variance / 2 + Math.sqrt(variance) * normal());
    return Math.max(1, Math.min(most, Math.round(tokens)));
  };
  return Array.from({ length: turns }, () => ({
    user: draw(USER, MOST.user),
    reply: draw(REPLY, MOST.reply),
  }));
}
