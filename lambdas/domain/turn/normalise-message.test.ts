import { describe, expect, it } from 'vitest';
import { MESSAGE_MAX_LENGTH } from '#contract/limits';
import { toWire } from '#contract/socket';
import { normaliseMessage } from './normalise-message.ts';

describe('normaliseMessage', () => {
  it('restores the line breaks that the wire carries as tags', () => {
    expect(normaliseMessage(toWire('one\r\ntwo\nthree'))).toBe('one\ntwo\nthree');
  });

  it.each(['', '   ', '<br> <br>', '\u00a0'])('refuses the blank message %j', (wire) => {
    expect(() => normaliseMessage(wire)).toThrow(expect.objectContaining({ code: 'message_blank' }));
  });

  it('takes a message of the greatest length and refuses one character more', () => {
    expect(normaliseMessage('x'.repeat(MESSAGE_MAX_LENGTH))).toHaveLength(MESSAGE_MAX_LENGTH);
    expect(() => normaliseMessage('x'.repeat(MESSAGE_MAX_LENGTH + 1))).toThrow(
      expect.objectContaining({ code: 'message_too_long', field: 'message' }),
    );
  });

  it('stores well-formed Unicode whatever was sent', () => {
    expect(normaliseMessage('a\ud83d')).toBe('a\ufffd');
  });
});
