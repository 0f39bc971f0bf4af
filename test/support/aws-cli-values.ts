/** Values of the AWS CLI's flags: https://docs.aws.amazon.com/cli/latest/userguide/cli-usage-parameters-types.html */
import type { NormalizedSchema } from '@smithy/core/schema';

interface Place {
  readonly flag: string;
  /** False for the switch with `no-` before its name. */
  readonly isOn: boolean;
  /** True when bytes are given as they are; false when in base64, as the second version of the CLI wants them. */
  readonly isRaw: boolean;
}

/** @throws Error for values that the flag does not take */
export function valueFor(type: NormalizedSchema, values: readonly string[], place: Place): unknown {
  const [first, ...more] = values;
  if (type.isBooleanSchema()) {
    if (first !== undefined) throw new Error(`--${place.flag} takes no value`);
    return place.isOn;
  }
  if (first === undefined || !place.isOn) throw new Error(`--${place.flag} needs a value`);
  if (type.isListSchema()) return listOf(type, values, place);
  if (more.length > 0) throw new Error(`--${place.flag} takes one value, not ${values.join(' ')}`);
  return oneOf(type, first, place);
}

function listOf(type: NormalizedSchema, values: readonly string[], place: Place): unknown {
  const [first = ''] = values;
  if (first.startsWith('[')) return JSON.parse(first);
  return values.map((value) => oneOf(type.getValueSchema(), value, place));
}

function oneOf(type: NormalizedSchema, text: string, place: Place): unknown {
  if (type.isStringSchema()) return text;
  if (type.isNumericSchema()) return numberOf(text, place);
  if (type.isTimestampSchema()) return timeOf(text, place);
  if (type.isBlobSchema()) return Buffer.from(text, place.isRaw ? 'utf8' : 'base64');
  if (type.isStructSchema()) return text.startsWith('{') ? JSON.parse(text) : shorthandOf(type, text, place);
  if (type.isBooleanSchema()) return booleanOf(text, place);
  throw new Error(`Values like that of --${place.flag} are not understood`);
}

/** `Name=email,Value=you@example.com`. */
function shorthandOf(type: NormalizedSchema, text: string, place: Place): object {
  const members = type.getMemberSchemas();
  const entries = text.split(',').map((pair) => {
    const [, name = '', value = ''] = /^(\w+)=(.*)$/s.exec(pair) ?? [];
    const member = members[name];
    if (!member) throw new Error(`--${place.flag} has no ${name || pair}`);
    return [name, oneOf(member, value, place)];
  });
  return Object.fromEntries(entries);
}

function numberOf(text: string, { flag }: Place): number {
  if (!/^-?\d+$/.test(text)) throw new Error(`--${flag} is a number, not ${text}`);
  return Number(text);
}

function timeOf(text: string, { flag }: Place): Date {
  const time = new Date(text);
  if (Number.isNaN(time.getTime())) throw new Error(`--${flag} is a time, not ${text}`);
  return time;
}

function booleanOf(text: string, { flag }: Place): boolean {
  if (text !== 'true' && text !== 'false') throw new Error(`--${flag} is true or false, not ${text}`);
  return text === 'true';
}
