import type { ChangeEvent, CompositionEvent } from 'react';

/** Keeps only letters of any script, combining marks and whitespace (docs/spec.md 5). */
export const asName = (typed: string): string => typed.replace(/[^\p{L}\p{M}\s]/gu, '');

/**
 * Removes invalid characters as the user types, and keeps the caret in place. Waits for the end of an IME composition,
 * because its characters belong to the input method until then.
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
