/**
 * True for a key that an input method takes to compose text. Safari reports the key that ends a composition
 * with `isComposing` false. Only the key code 229 then tells that the input method took the key.
 */
export const isComposing = (event: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean =>
  event.isComposing || event.keyCode === 229;
