import { describe, expect, it } from 'vitest';
import { MESSAGE_MAX_LENGTH } from '#contract/limits';
import { toWire } from '#contract/socket';
import { readMessage } from './normalise-message.ts';

describe('readMessage', () => {
  it('restores the line breaks that the wire carries as tags', () => {
    expect(readMessage(toWire('one\r\ntwo\nthree'))).toBe('one\ntwo\nthree');
  });

  it.each(['', '   ', '<br> <br>', '\u00a0'])('refuses the blank message %j', (wire) => {
    expect(() => readMessage(wire)).toThrow(expect.objectContaining({ code: 'message_blank' }));
  });

  it('takes a message of the greatest length and refuses one character more', () => {
    expect(readMessage('x'.repeat(MESSAGE_MAX_LENGTH))).toHaveLength(MESSAGE_MAX_LENGTH);
    expect(() => readMessage('x'.repeat(MESSAGE_MAX_LENGTH + 1))).toThrow(
      expect.objectContaining({ code: 'message_too_long', field: 'message' }),
    );
  });

  it('stores well-formed Unicode whatever was sent', () => {
    expect(readMessage('a\ud83d')).toBe('a\ufffd');
  });
});
