/** Emulates CloudWatch Logs' `FilterLogEvents` over the functions' log lines. `aws logs tail` calls it. */
import { randomUUID } from 'node:crypto';
import { AwsError, awsJsonService, type JsonCall, type JsonObject } from '../aws-json/aws-json-service.ts';
import type { Authorize } from '../emulator-types.ts';
import type { Faults } from '../faults/faults.ts';
import { ACCOUNT, REGION } from '../region-and-account.ts';

export interface LogEntry {
  /** Name of the function or local service that wrote the line. Only functions have a log group. */
  readonly source: string;
  readonly text: string;
  /** Unix milliseconds. */
  readonly at: number;
}

export interface LogsApiOptions {
  /** Log lines of all functions and local services, oldest first. */
  readonly lines: readonly LogEntry[];
  /** Function names by log group. */
  readonly groups: () => Readonly<Record<string, string>>;
  readonly authorize: Authorize;
  readonly faults: Faults;
}

/**
 * Largest number of events in one response.
 * https://docs.aws.amazon.com/AmazonCloudWatchLogs/latest/APIReference/API_FilterLogEvents.html
 */
const PAGE = 10_000;
const arnOf = (group: string): string => `arn:aws:logs:${REGION}:${ACCOUNT}:log-group:${group}`;

export function createLogsApi({ lines, groups, authorize, faults }: LogsApiOptions) {
  const log = randomUUID();
  const numbers = new WeakMap<LogEntry, number>();
  let numbered = 0;
  /** Numbers each new line. The line's index in `lines` is no id: it changes when older lines are dropped. */
  const numberLines = (): void => {
    for (const line of lines.filter((one) => !numbers.has(one))) {
      numbered += 1;
      numbers.set(line, numbered);
    }
  };
  const numberOf = (line: LogEntry): number => numbers.get(line) ?? 0;
  /**
   * Returns an id that never changes. A client that reads the log again and again, such as `aws logs tail --follow`,
   * recognises by this id an event that it has already read.
   */
  const idOf = (line: LogEntry): string => `${log}:${numberOf(line)}`;
  /** Returns the number of the line after which a page begins. The page's `token` is the id of that line. */
  const endOf = (token: unknown): number => {
    if (token === undefined) return 0;
    const [from, number] = String(token).split(':');
    if (from !== log) throw new AwsError('InvalidParameterException', 'The specified nextToken is invalid.');
    return Number(number);
  };
  const answer = ({ action, input, accessKeyId }: JsonCall): JsonObject => {
    if (action !== 'FilterLogEvents')
      throw new AwsError('UnknownOperationException', `CloudWatch Logs' ${action} is not emulated`);
    const group = groupOf(input);
    authorize(accessKeyId, `logs:${action}`, arnOf(group));
    const source = groups()[group];
    if (source === undefined)
      throw new AwsError('ResourceNotFoundException', 'The specified log group does not exist.');
    const isWanted = filterOf(input);
    numberLines();
    const before = endOf(input.nextToken);
    const found = lines.filter((line) => line.source === source && numberOf(line) > before && isWanted(line));
    const page = found.slice(0, Math.min(Number(input.limit ?? PAGE), PAGE));
    const last = page.at(-1);
    return {
      events: page.map((line) => eventOf(line, idOf(line))),
      searchedLogStreams: [],
      ...(last && page.length < found.length && { nextToken: idOf(last) }),
    };
  };
  return awsJsonService((call) => {
    const { action, input } = call;
    const step = { service: 'logs', action, request: () => JSON.stringify(input) } as const;
    return faults.around(step, () => answer(call));
  });
}

function groupOf({ logGroupName, logGroupIdentifier }: JsonObject): string {
  const name = logGroupName ?? logGroupIdentifier;
  if (typeof name !== 'string')
    throw new AwsError('InvalidParameterException', 'Name a log group, by name or identifier.');
  return name.replace(/^arn:[^/]*:log-group:/, '');
}

/**
 * Returns a filter for the time range and the pattern. Only two kinds of patterns are emulated: `\w` words, all of
 * which a line must contain, and one phrase in quotes.
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/logs/FilterAndPatternSyntax.html
 */
function filterOf({ startTime, endTime, filterPattern = '' }: JsonObject): (line: LogEntry) => boolean {
  const pattern = String(filterPattern);
  const phrase = /^"([^"]+)"$/.exec(pattern)?.[1];
  if (phrase === undefined && /[^\w\s]/.test(pattern))
    throw new AwsError('InvalidParameterException', `The filter pattern ${pattern} is not emulated`);
  const terms = phrase === undefined ? pattern.split(/\s+/).filter(Boolean) : [phrase];
  const [from, to] = [Number(startTime ?? 0), Number(endTime ?? Number.POSITIVE_INFINITY)];
  return ({ at, text }) => at >= from && at <= to && terms.every((term) => text.includes(term));
}

const eventOf = ({ source, text, at }: LogEntry, eventId: string) => ({
  eventId,
  logStreamName: source,
  timestamp: at,
  ingestionTime: at,
  message: `${text}\n`,
});
