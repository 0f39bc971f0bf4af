/** Joins names of CSS classes with spaces. Leaves out `false`, `undefined` and ''. */
export const classNames = (...names: readonly (string | false | undefined)[]): string =>
  names.filter(Boolean).join(' ');
