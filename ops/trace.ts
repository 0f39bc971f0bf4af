import { CloudWatchLogsClient, paginateFilterLogEvents } from '@aws-sdk/client-cloudwatch-logs';
import { type LoggingFunction, loggingFunctions } from './connect-to-deployment.ts';
import { numberOf, operatorCommand, textOf } from './operator-command.ts';
import { OpsError } from './operator-errors.ts';

const HOURS = 24;
/** Number of log groups that are searched in parallel. CloudWatch Logs accepts five to ten searches a second. */
const AT_ONCE = 3;

interface LogLine {
  readonly time: string;
  readonly from: string;
  readonly level?: string;
  readonly event?: string;
  readonly [field: string]: unknown;
}

const COLUMNS = {
  time: ({ time }: LogLine) => time,
  function: ({ from }: LogLine) => from,
  level: ({ level }: LogLine) => level,
  event: ({ event }: LogLine) => event,
  details: detailsOf,
};

/** Matches a message's id, or an id that API Gateway has given to a request. */
const ID = /^[\w=+/-]{8,64}$/;

export const trace = operatorCommand({
  name: 'trace',
  summary: 'lists what all functions logged about one message or request',
  usage: '<id>',
  help: `Lists what all functions logged about one message or request, oldest first.
The id is the reference that the user sees with an error, or a requestId from the logs.

  --hours <n>        how far back to look (${HOURS})`,
  options: { hours: { type: 'string' } },
  words: { min: 1, max: 1 },
  async act({ positionals: [id = ''], values, print, note }) {
    if (!ID.test(id)) throw new OpsError(`${id} is no reference: copy it as the user sees it.`);
    const hours = numberOf(values, 'hours') ?? HOURS;
    const functions = await loggingFunctions(textOf(values.stack));
    const lines = await linesAbout(id, functions, Date.now() - hours * 60 * 60_000);
    print(lines, COLUMNS);
    if (lines.length === 0)
      note(
        `No function logged ${id} in the last ${hours} hours. Logs are kept as long as the configuration says.`,
      );
  },
});

async function linesAbout(
  id: string,
  functions: readonly LoggingFunction[],
  startTime: number,
): Promise<LogLine[]> {
  const client = new CloudWatchLogsClient({ maxAttempts: 8 });
  const left = [...functions];
  const found: LogLine[] = [];
  const search = async () => {
    for (let next = left.pop(); next !== undefined; next = left.pop()) {
      const input = { logGroupName: next.logGroup, startTime, filterPattern: `"${id}"` };
      for await (const { events = [] } of paginateFilterLogEvents({ client }, input))
        for (const { timestamp = 0, message = '' } of events)
          found.push(parseLine(next.id, timestamp, message));
    }
  };
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, search));
  } finally {
    client.destroy();
  }
  return found.sort((a, b) => (a.time < b.time ? -1 : 1));
}

/**
 * Parses a line. Lambda puts the time, its request id and the level before the JSON that a function logs. A line
 * without JSON, such as Lambda's `REPORT`, becomes the field `event`.
 */
export function parseLine(from: string, timestamp: number, message: string): LogLine {
  const [json] = /\{.*/s.exec(message) ?? [];
  const time = new Date(timestamp).toISOString();
  try {
    if (json !== undefined) return { time, ...JSON.parse(json), from };
  } catch {
    // The brace is part of a text that is not JSON.
  }
  return { time, from, event: message.trim() };
}

function detailsOf({ time, from, level, event, requestId, cause, ...rest }: LogLine): string {
  const fields = Object.entries(rest).map(([name, value]) => `${name}=${String(value)}`);
  const name = typeof cause === 'object' && cause !== null && 'name' in cause ? [`cause=${cause.name}`] : [];
  return [...fields, ...name].join(' ');
}
