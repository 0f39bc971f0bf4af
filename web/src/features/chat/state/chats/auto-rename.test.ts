import { describe, expect, it } from 'vitest';
import { nameFromMessage } from '#contract/automatic-chat-names';
import { CHAT_NAME_MAX_LENGTH } from '#contract/limits';
import { hasDefaultName } from './auto-rename.ts';

describe('auto-rename (docs/spec.md 4.5)', () => {
  it.each([
    ['Hello', 'Hello'],
    ['What is the meaning of life?', 'What is the meaning'],
    ['12345678901234567890123', '12345678901234567890'],
    ['one\ntwo', 'one two'],
    ['👩‍💻'.repeat(9) + 'x'.repeat(30), '👩‍💻'.repeat(9) + 'x'.repeat(11)],
  ])('names a chat by the first 20 characters of %j [S9.name.1]', (message, name) => {
    expect(nameFromMessage(message)).toBe(name);
  });

  it('never cuts a character in half, and never exceeds what a rename accepts', () => {
    const name = nameFromMessage('👨‍👩‍👧‍👦'.repeat(40));
    expect(name.length).toBeLessThanOrEqual(CHAT_NAME_MAX_LENGTH);
    expect(name).toBe('👨‍👩‍👧‍👦'.repeat(name.length / '👨‍👩‍👧‍👦'.length));
  });

  it('only touches names that start with Chat', () => {
    expect(hasDefaultName('Chat 3')).toBe(true);
    expect(hasDefaultName('Holiday plans')).toBe(false);
  });
});
