/**
 * True for a key that an input method takes to compose text. For the key that ends a composition, `isComposing` is
 * false in Safari, but the key code is 229.
 */
export const isComposing = (event: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean =>
  event.isComposing || event.keyCode === 229;
