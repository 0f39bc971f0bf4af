/**
 * True for a key that an input method takes to compose text. Safari marks the key that ends a composition only with key
 * code 229.
 */
export const isComposing = (event: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean =>
  event.isComposing || event.keyCode === 229;
