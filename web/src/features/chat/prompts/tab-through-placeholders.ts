import { isComposing } from '../../../lib/is-composing.ts';

const PLACEHOLDER = /\{[^{}\n]{1,60}\}/g;

function select(field: HTMLTextAreaElement, direction: 'next' | 'previous'): boolean {
  const found = [...field.value.matchAll(PLACEHOLDER)].map(({ index, 0: { length } }) => ({
    from: index,
    to: index + length,
  }));
  const { selectionStart, selectionEnd } = field;
  const target =
    direction === 'next'
      ? found.find(({ from }) => from >= selectionEnd)
      : found.findLast(({ to }) => to <= selectionStart);
  if (target) field.setSelectionRange(target.from, target.to);
  return target !== undefined;
}

/** Aborting a field's controller removes its Tab listener. With two listeners, one Tab would move twice. */
const tabListeners = new WeakMap<HTMLTextAreaElement, AbortController>();

/**
 * Selects the first placeholder. Then Tab selects the next one and Shift+Tab the previous one. After the last one in
 * that direction, Tab leaves the field as usual.
 */
export function tabThroughPlaceholders(field: HTMLTextAreaElement): void {
  tabListeners.get(field)?.abort();
  field.setSelectionRange(0, 0);
  if (!select(field, 'next')) {
    field.setSelectionRange(field.value.length, field.value.length);
    return;
  }
  const following = new AbortController();
  tabListeners.set(field, following);
  field.addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Tab' || isComposing(event)) return;
      if (select(field, event.shiftKey ? 'previous' : 'next')) event.preventDefault();
      else following.abort();
    },
    { signal: following.signal },
  );
}
