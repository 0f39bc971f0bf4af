/** Commands of services whose SDK the project does not have: requests of the AWS JSON protocol, made by hand. */

type Kind = 'text' | 'number';
interface JsonCommand {
  readonly target: string;
  /** Flags by name: the input's field, and what it holds. */
  readonly flags: Readonly<Record<string, readonly [field: string, kind: Kind]>>;
  /** Changes the flags as the CLI does before it calls. */
  readonly prepare?: (input: Record<string, unknown>) => void;
}

const QUEUE = { 'queue-url': ['QueueUrl', 'text'] } as const;

/** `aws logs tail` exists in the CLI only, which calls FilterLogEvents for it. `--follow` is refused here. */
const TAIL: JsonCommand = {
  target: 'Logs_20140328.FilterLogEvents',
  flags: {
    group: ['logGroupName', 'text'],
    since: ['startTime', 'text'],
    'filter-pattern': ['filterPattern', 'text'],
  },
  prepare(input) {
    const [, count, unit = ''] = /^(\d+)([smhdw])$/.exec(String(input.startTime ?? '10m')) ?? [];
    if (count === undefined) throw new Error(`--since is a time like 1h, not ${input.startTime}`);
    const seconds = { s: 1, m: 60, h: 3_600, d: 86_400, w: 604_800 }[unit] ?? 0;
    input.startTime = Date.now() - Number(count) * seconds * 1_000;
  },
};

export const JSON_COMMANDS: Readonly<Record<string, JsonCommand>> = {
  'sqs list-queues': {
    target: 'AmazonSQS.ListQueues',
    flags: { 'queue-name-prefix': ['QueueNamePrefix', 'text'] },
  },
  'sqs receive-message': {
    target: 'AmazonSQS.ReceiveMessage',
    flags: {
      ...QUEUE,
      'max-number-of-messages': ['MaxNumberOfMessages', 'number'],
      'visibility-timeout': ['VisibilityTimeout', 'number'],
    },
  },
  'sqs purge-queue': { target: 'AmazonSQS.PurgeQueue', flags: QUEUE },
  'logs tail': TAIL,
};

/** @throws Error for a flag that the command does not have, and whatever the service answers with */
export async function callJson(
  name: string,
  given: ReadonlyMap<string, readonly string[]>,
  environment: Readonly<Record<string, string>>,
): Promise<Readonly<Record<string, unknown>>> {
  const command = JSON_COMMANDS[name];
  if (!command) throw new Error(`${name} is not understood`);
  const input: Record<string, unknown> = {};
  for (const [flag, [value, ...more]] of given) {
    const [field, kind] = command.flags[flag] ?? [];
    if (field === undefined) throw new Error(`${name} has no flag --${flag}`);
    if (value === undefined || more.length > 0) throw new Error(`--${flag} takes one value`);
    input[field] = kind === 'number' ? Number(value) : value;
  }
  command.prepare?.(input);
  const scope = `20260101/${environment.AWS_REGION}/${name.split(' ')[0]}/aws4_request`;
  const answer = await fetch(environment.AWS_ENDPOINT_URL ?? '', {
    method: 'POST',
    headers: {
      'x-amz-target': command.target,
      authorization: `AWS4-HMAC-SHA256 Credential=${environment.AWS_ACCESS_KEY_ID}/${scope}`,
    },
    body: JSON.stringify(input),
  });
  const body = (await answer.json()) as Record<string, unknown>; // the protocol's answers are objects
  if (!answer.ok) throw new Error(`${name}: ${body.__type}: ${body.message}`);
  return body;
}
