/**
 * Writes structured logs, one JSON line each. A log line can have only the fields in `LogFields`, so that a developer
 * does not log private data (e-mail, prompt, reply, token, guest's chat id) by accident.
 */
type Level = 'INFO' | 'WARN' | 'ERROR';

export interface LogFields {
  readonly action?: string;
  readonly code?: string;
  readonly requestId?: string;
  readonly status?: string | number;
  readonly model?: string;
  readonly attempt?: number;
  readonly count?: number;
  readonly ms?: number;
  readonly cause?: unknown;
}

export function log(level: Level, event: string, { cause, ...fields }: LogFields = {}): void {
  const line = { level, event, time: new Date().toISOString(), ...fields };
  console.log(JSON.stringify(cause === undefined ? line : { ...line, cause: describe(cause) }));
}

/**
 * Describes an error without its message, which may quote a user's text. An error of the AWS SDK keeps its message,
 * without the input that it quotes.
 */
function describe(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { name: typeof error };
  const ours = !('$metadata' in error);
  return {
    name: error.name,
    ...(!ours && { message: withoutInput(error.message) }),
    stack: (error.stack ?? '')
      .split('\n')
      .filter((line) => /^\s+at /.test(line))
      .slice(0, 8)
      .map((line) => line.trim()),
    ...(error.cause !== undefined && { cause: describe(error.cause) }),
  };
}

/**
 * Replaces quoted input in an error message of AWS: the value in `Value '<input>' at '<member>' failed to satisfy
 * constraint`, and e-mail addresses.
 */
function withoutInput(message: string): string {
  return message.replace(/'.*'(?= at ')/gs, "'...'").replace(/[\w.+%-]+@[\w-]+(?:\.[\w-]+)+/g, '<address>');
}
