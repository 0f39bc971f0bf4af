/**
 * Use of each billed service by a turn. The counts are measured: `test/integration/turn-cost.test.ts` fails where the
 * local stack uses more.
 */
import { CHUNK_PACE } from '#contract/limits';
import { CHECKPOINT_MS, READ_MS } from '../../lambdas/domain/turn/watch-and-save-reply.ts';
import { MESSAGE_STEP, PRICES } from './prices.ts';

export interface Reply {
  readonly seconds: number;
  readonly characters: number;
}

export const REPLIES = {
  usual: { seconds: 8, characters: 2_000 },
  slow: { seconds: 20, characters: 5_000 },
  long: { seconds: 60, characters: 12_000 },
} as const;

/** Counts of a turn with a short reply that comes at once, in a chat with many messages. */
export const SHORT_TURN = {
  /** The `chat` frame, `accepted`, `assistantMessage`, and the ack. */
  messages: 4,
  /** Of the three messages to the client, without the text. */
  bytesOut: 750,
  /** The search index takes one of these units. */
  writeUnits: 7,
  readUnits: 8.5,
  /** `chat`, the reply worker, and the search index for up to four changes of the turn. */
  invocations: 6,
};
/** Bytes of a chunk's frame without its text. */
export const CHUNK_BYTES = 195;
export const MEMORY_GB = { reply: 0.5, others: 0.5 };
/** Bytes of a turn's item without the reply. */
const ITEM_BYTES = 400;

/** Counts of a visit: the page opens and closes its socket, and reads the list of chats and a chat's history. */
export const VISIT = { invocations: 6, writeUnits: 6, readUnits: 10, httpRequests: 4 };

/** Assumptions. Only a deployment can show the true values. */
export const ASSUMED = {
  turnsPerVisit: 10,
  /** Minutes that a tab is connected for each turn. */
  connectionMinutes: 3,
  /** Billed seconds of the worker beyond the model's time, and of each other invocation. */
  workerSeconds: 0.5,
  functionSeconds: 0.1,
  /** `chat` and the worker share a trace, the index has its own. X-Ray traces all requests up to one a second. */
  traces: 2,
  /** The product's lines of a turn, and Lambda's START, END and REPORT. */
  logBytes: 2_200,
  /** Requests that CloudFront serves in a visit. Most files come from the browser's cache. */
  siteRequests: 20,
  siteBytes: 60_000,
};

export interface TurnUse {
  readonly messages: number;
  readonly connectionMinutes: number;
  readonly gbSeconds: number;
  readonly invocations: number;
  readonly writeUnits: number;
  readonly readUnits: number;
  readonly httpRequests: number;
  readonly siteRequests: number;
  readonly bytesOut: number;
  readonly traces: number;
  readonly logBytes: number;
}

/** Returns the largest number of chunks that a tab gets: one at once, then as `CHUNK_PACE` allows. */
export function chunksOf(seconds: number): number {
  const { earlyMs, earlyIntervalMs, intervalMs } = CHUNK_PACE;
  const ms = seconds * 1000;
  const early = Math.min(ms, earlyMs) / earlyIntervalMs;
  return 1 + Math.ceil(early) + Math.ceil(Math.max(0, ms - earlyMs) / intervalMs);
}

export function billedFor(reply: Reply, tabs = 1): TurnUse {
  const { seconds, characters } = reply;
  const { turnsPerVisit, functionSeconds, ...assumed } = ASSUMED;
  const chunks = chunksOf(seconds);
  const others = SHORT_TURN.invocations - 1 + VISIT.invocations / turnsPerVisit;
  return {
    messages: SHORT_TURN.messages + tabs * chunks + Math.floor(characters / MESSAGE_STEP),
    connectionMinutes: tabs * assumed.connectionMinutes,
    gbSeconds:
      (seconds + assumed.workerSeconds) * MEMORY_GB.reply + others * functionSeconds * MEMORY_GB.others,
    invocations: others + 1,
    writeUnits: SHORT_TURN.writeUnits + writeUnitsOf(reply) + VISIT.writeUnits / turnsPerVisit,
    readUnits:
      SHORT_TURN.readUnits + Math.floor((seconds * 1000) / READ_MS) + VISIT.readUnits / turnsPerVisit,
    httpRequests: VISIT.httpRequests / turnsPerVisit,
    siteRequests: assumed.siteRequests / turnsPerVisit,
    bytesOut:
      SHORT_TURN.bytesOut +
      tabs * (chunks * CHUNK_BYTES + 2 * characters) +
      assumed.siteBytes / turnsPerVisit,
    traces: assumed.traces,
    logBytes: assumed.logBytes,
  };
}

/** Write units beyond a short turn's: the checkpoints, and the growth of the turn's item. */
function writeUnitsOf({ seconds, characters }: Reply): number {
  const unitsAt = (ms: number) => Math.ceil(((characters * ms) / (seconds * 1000) + ITEM_BYTES) / 1024);
  let units = unitsAt(seconds * 1000) - 1;
  for (let ms = CHECKPOINT_MS; ms < seconds * 1000; ms += CHECKPOINT_MS) units += unitsAt(ms);
  return units;
}

export function dollarsOf(use: TurnUse): Readonly<Record<string, number>> {
  return {
    'API Gateway: messages': use.messages * PRICES.socketMessage,
    'API Gateway: connections and calls':
      use.connectionMinutes * PRICES.socketMinute + use.httpRequests * PRICES.httpRequest,
    'Lambda: GB-seconds': use.gbSeconds * PRICES.lambdaGbSecond,
    'Lambda: requests': use.invocations * PRICES.lambdaRequest,
    DynamoDB: use.writeUnits * PRICES.writeUnit + use.readUnits * PRICES.readUnit,
    'X-Ray': use.traces * PRICES.trace,
    CloudFront: use.bytesOut * PRICES.byteOut + use.siteRequests * PRICES.siteRequest,
    'CloudWatch logs': use.logBytes * PRICES.logByte,
  };
}

/** Returns the dollars of 1,000 turns, without the model. */
export const dollarsOf1000 = (reply: Reply, tabs = 1): number =>
  1_000 * Object.values(dollarsOf(billedFor(reply, tabs))).reduce((sum, dollars) => sum + dollars, 0);
