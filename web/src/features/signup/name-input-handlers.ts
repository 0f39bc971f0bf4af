/** Input of a name. A name has only letters, their combining marks, and whitespace (docs/spec.md 5). */
import type { ChangeEvent, CompositionEvent } from 'react';

/** Removes all characters except letters of any script, combining marks and whitespace. */
export const asName = (typed: string): string => typed.replace(/[^\p{L}\p{M}\s]/gu, '');

/**
 * Returns event handlers that remove invalid characters as the user types and keep the caret in place. Characters of an
 * IME composition are removed only when the composition ends, because until then they belong to the input method.
 */
export function nameHandlers(change: (value: string) => void) {
  const take = (input: HTMLInputElement) => {
    const { value, selectionStart } = input;
    const kept = asName(value);
    if (kept !== value) {
      const caret = asName(value.slice(0, selectionStart ?? value.length)).length;
      input.value = kept;
      input.setSelectionRange(caret, caret);
    }
    change(kept);
  };
  return {
    onChange({ target, nativeEvent }: ChangeEvent<HTMLInputElement>) {
      if (nativeEvent instanceof InputEvent && nativeEvent.isComposing) change(target.value);
      else take(target);
    },
    onCompositionEnd: ({ currentTarget }: CompositionEvent<HTMLInputElement>) => take(currentTarget),
  };
}
