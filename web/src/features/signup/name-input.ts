import type { ChangeEvent, CompositionEvent } from 'react';
import { asName } from './signup-form.ts';

/**
 * Ignores what is not part of a name as it is typed, the caret staying where it is. While an input method composes,
 * nothing is touched: what is shown then are its own intermediate signs.
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
