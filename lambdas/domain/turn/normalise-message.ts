import { AppError } from '#contract/error-codes';
import { MESSAGE_MAX_LENGTH } from '#contract/limits';
import { fromWire } from '#contract/socket';

/**
 * Returns a user's message in its stored form: with line breaks in the place of `<br>`, trimmed (docs/spec.md 5), and
 * in well-formed Unicode.
 * @param hasFiles true if the user sends files with the message; its text may then be empty
 * @throws AppError `message_blank`, `message_too_long`
 */
export function normaliseMessage(wire: string, hasFiles = false): string {
  const text = fromWire(wire).trim().toWellFormed();
  if (text === '' && !hasFiles) throw new AppError('message_blank', { field: 'message' });
  if (text.length > MESSAGE_MAX_LENGTH) throw new AppError('message_too_long', { field: 'message' });
  return text;
}
