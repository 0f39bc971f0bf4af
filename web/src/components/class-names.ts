/** Joins CSS classes, without `false` and `undefined`. */
export const classNames = (...names: readonly (string | false | undefined)[]): string =>
  names.filter(Boolean).join(' ');
