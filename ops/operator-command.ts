import { userInfo } from 'node:os';
import { type ParseArgsConfig, parseArgs } from 'node:util';
import type { OperatorContext } from '../lambdas/domain/admin/operator-context.ts';
import { connectAsOperator } from './connect-to-deployment.ts';
import { type Cell, csvOf, jsonOf, tableOf } from './format-rows.ts';
import { OpsError } from './operator-errors.ts';

export type Say = (line: string) => void;

export interface Command {
  readonly summary: string;
  readonly run: (args: readonly string[], say: Say) => Promise<void>;
}

type Options = NonNullable<ParseArgsConfig['options']>;
export type Values = Readonly<Record<string, string | boolean | undefined>>;

export interface Call {
  readonly operator: OperatorContext;
  readonly values: Values;
  readonly positionals: readonly string[];
  /** Prints rows as a table, or as JSON or CSV with the option `--json` or `--csv`. */
  readonly print: <T extends object>(
    rows: readonly T[],
    columns: Readonly<Record<string, (row: T) => Cell>>,
  ) => void;
  /** Prints a line, except with `--json` or `--csv`, when programs read the output. */
  readonly note: Say;
  /** Prints a line, also with `--json` or `--csv`. */
  readonly say: Say;
}

export interface OperatorCommand {
  readonly name: string;
  readonly summary: string;
  /** Arguments after the name, such as `<email>...`. @default none */
  readonly usage?: string;
  readonly help: string;
  /** Options beside those that all commands have (`COMMON`). @default none */
  readonly options?: Options;
  /** Number of arguments that the command takes. @default none */
  readonly words?: { readonly min: number; readonly max: number };
  readonly act: (call: Call) => Promise<void>;
}

const COMMON: Options = {
  stack: { type: 'string' },
  'user-pool': { type: 'string' },
  local: { type: 'boolean' },
  json: { type: 'boolean' },
  help: { type: 'boolean' },
};
const COMMON_HELP = `  --stack <name>     the deployment, where an account has several: <product>-<stage>
  --user-pool <id>   another user pool than the deployment's own
  --local            the stack of npm start, instead of an AWS account
  --json             one JSON line for each row, for programs
  --help`;

/**
 * Returns a command that parses its options, connects to a deployment, and runs `act`. The audit log names the user of
 * the operating system as the actor.
 */
export function operatorCommand(command: OperatorCommand): Command {
  const { name, summary, usage, help, act } = command;
  const text = [
    `npm run ops -- ${[name, usage].filter(Boolean).join(' ')} [options]`,
    '',
    help,
    COMMON_HELP,
  ].join('\n');
  return {
    summary,
    async run(args, say) {
      const { values, positionals } = read(command, args);
      if (values.help === true) {
        say(text);
        return;
      }
      checkWords(command, positionals);
      const { siteUrl, productName } = await connectAsOperator({
        local: values.local === true,
        stack: textOf(values.stack),
        userPool: textOf(values['user-pool']),
      });
      const operator = { actor: `ops:${userInfo().username}`, siteUrl, productName };
      const isForPrograms = values.json === true || values.csv === true;
      const note = isForPrograms ? () => undefined : say;
      await act({ operator, values, positionals, note, say, print: printer(values, say) });
    },
  };
}

export const textOf = (value: string | boolean | undefined): string | undefined =>
  typeof value === 'string' ? value : undefined;

/** Returns the whole number of an option. @throws OpsError for a value that is no whole number of at most six digits */
export function numberOf(values: Values, name: string): number | undefined {
  const text = textOf(values[name]);
  if (text === undefined) return undefined;
  if (!/^\d{1,6}$/.test(text)) throw new OpsError(`--${name} is a whole number, not ${text}.`);
  return Number(text);
}

function read({ name, options = {} }: OperatorCommand, args: readonly string[]) {
  const { values, positionals } = parseWords(name, {
    args: [...args],
    options: { ...COMMON, ...options },
    allowPositionals: true,
  });
  return { values: values as Values, positionals }; // no value is an array: no option has `multiple`
}

/**
 * Returns the values of the options of a command. The command takes no arguments besides options.
 * @throws OpsError for an argument that is no option, and for an option that is unknown or has no value
 */
export const parseOptions = <T extends Options>(name: string, args: readonly string[], options: T) =>
  parseWords(name, { args: [...args], options }).values;

/** @throws OpsError that says how to print the command's help */
function parseWords<T extends ParseArgsConfig>(name: string, config: T) {
  try {
    return parseArgs(config);
  } catch (error) {
    const [first = ''] = (error instanceof Error ? error.message : String(error)).split(/[.\n]/);
    throw new OpsError(`${first}. See npm run ops -- ${name} --help`);
  }
}

function checkWords(
  { name, usage = '', words = { min: 0, max: 0 } }: OperatorCommand,
  given: readonly string[],
) {
  if (given.length < words.min) throw new OpsError(`${usage} is missing. See npm run ops -- ${name} --help`);
  if (given.length > words.max)
    throw new OpsError(`What is ${given[words.max]}? See npm run ops -- ${name} --help`);
}

const printer =
  ({ json, csv }: Values, say: Say): Call['print'] =>
  (rows, columns) => {
    if (json === true) for (const row of rows) say(jsonOf(row));
    else {
      const names = Object.keys(columns);
      const cells = rows.map((row) => Object.values(columns).map((cell) => cell(row)));
      for (const line of csv === true ? csvOf(names, cells) : tableOf(names, cells)) say(line);
    }
  };
