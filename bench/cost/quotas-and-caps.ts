/**
 * Limits that a growing product reaches. Quotas of AWS are the defaults in us-east-1 as of 2026-11-22; Bedrock's is an
 * example.
 */
import { DEFAULT_MODELS } from '../../lib/config-defaults.ts';
import { type Demand, PER_SECOND, simulate, WORKLOAD } from './simulate-busiest-hour.ts';
import type { Reply } from './turn-use.ts';

export interface Limit {
  readonly what: string;
  readonly value: number;
  readonly asked: (demand: Demand) => number;
  /** Quota or setting that raises the limit, for the table in docs/scaling.md. */
  readonly moves: string;
}

function dollarsOfModel(id: string): number {
  const { input = 0, output = 0 } = DEFAULT_MODELS.find((model) => model.id === id)?.price ?? {};
  return (WORKLOAD.tokensIn * input + WORKLOAD.tokensOut * output) / 1_000_000;
}

const SPEND_CAP_USD = 25;
const spendOf =
  (model: string) =>
  ({ users }: Demand) =>
    users * WORKLOAD.messages * dollarsOfModel(model);

export const LIMITS: readonly Limit[] = [
  {
    what: 'Lambda: functions at a time, new account',
    value: 10,
    asked: ({ functions }) => functions,
    moves: 'quota L-B99A9384, Concurrent executions',
  },
  {
    what: 'Lambda: functions at a time',
    value: 1_000,
    asked: ({ functions }) => functions,
    moves: 'quota L-B99A9384; `concurrency` keeps places for sign-in and calls',
  },
  {
    what: 'spend cap, all DeepSeek',
    value: SPEND_CAP_USD,
    asked: spendOf('deepseek'),
    moves: '`dailySpendCapUsd`',
  },
  {
    what: 'spend cap, all Gemini 2.5',
    value: SPEND_CAP_USD,
    asked: spendOf('geminitwofive'),
    moves: '`dailySpendCapUsd`',
  },
  {
    what: 'Bedrock: tokens a minute of one model (example)',
    value: 1_000_000,
    asked: ({ tokens }) => tokens,
    moves: 'the model’s quota, `maxOutputTokens`, more models',
  },
  {
    what: 'API Gateway: requests a second, all APIs and `@connections`',
    value: 10_000,
    asked: ({ requests }) => requests,
    moves: 'quota L-8A5B8E43, `CHUNK_PACE`',
  },
  {
    what: 'HTTP API: calls a second',
    value: PER_SECOND.calls,
    asked: ({ calls }) => calls,
    moves: '`throttle` in `lib/constructs/apis/http-api.ts`',
  },
  {
    what: 'WebSocket API: frames a second of clients',
    value: PER_SECOND.frames,
    asked: ({ frames }) => frames,
    moves: '`throttle` in `lib/constructs/apis/socket-api.ts`',
  },
  {
    what: 'API Gateway: new connections a second',
    value: PER_SECOND.handshakes,
    asked: ({ handshakes }) => handshakes,
    moves: 'quota “New connections per second”',
  },
  {
    what: 'DynamoDB: write units a second that a new table takes at once',
    value: 4_000,
    asked: ({ writeUnits }) => writeUnits,
    moves: 'nothing: it grows with use; warm throughput for a launch',
  },
  {
    what: 'DynamoDB: write units a second of a table',
    value: 40_000,
    asked: ({ writeUnits }) => writeUnits,
    moves: 'quota of a table’s throughput',
  },
];

const MOST_USERS = 100_000_000;

/** Returns the number of users a day that reach the limit, to two significant digits. */
export function reachedAt({ value, asked }: Limit, reply: Reply): number {
  let [low, high] = [1, MOST_USERS];
  while (high / low > 1.005) {
    const middle = Math.sqrt(low * high);
    if (asked(simulate(middle, reply)) >= value) high = middle;
    else low = middle;
  }
  return Number(high.toPrecision(2));
}
