/** `a[b][0]=c`: the encoding of Stripe's parameters, in bodies and queries. */

export type Form = { [key: string]: string | Form | (string | Form)[] };

/** Brackets become objects; those whose keys are 0, 1, 2 ... (or empty) become arrays. */
export function parseForm(encoded: string): Form {
  const root: Form = Object.create(null);
  for (const [key, value] of new URLSearchParams(encoded)) {
    const [first = '', ...rest] = key.split('[').map((part) => part.replace(/\]$/, ''));
    put(root, [first, ...rest], value);
  }
  return settle(root);
}

function put(into: Form, path: readonly string[], value: string): void {
  let at = into;
  for (const [i, part] of path.entries()) {
    const key = part === '' ? String(Object.keys(at).length) : part;
    if (i === path.length - 1) {
      at[key] = value;
      return;
    }
    const next = at[key];
    if (typeof next === 'object' && !Array.isArray(next)) at = next;
    else {
      const made: Form = Object.create(null);
      at[key] = made;
      at = made;
    }
  }
}

function settle(form: Form): Form {
  return Object.fromEntries(Object.entries(form).map(([key, value]) => [key, settled(value)]));
}

function settled(value: Form[string]): Form[string] {
  if (typeof value === 'string' || Array.isArray(value)) return value;
  const made = settle(value);
  const keys = Object.keys(made);
  if (keys.length === 0 || keys.some((key, i) => key !== String(i))) return made;
  // Stripe's parameters hold no arrays within arrays.
  return Object.values(made).flatMap((member) => (Array.isArray(member) ? [] : [member]));
}
