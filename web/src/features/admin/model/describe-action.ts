import { adminCopy } from '../copy.ts';

const known: Readonly<Record<string, string>> = adminCopy.audit.actions;

/** An action of the record in plain words; one that this page does not know, by its name. */
export const describeAction = (action: string): string =>
  Object.hasOwn(known, action) ? (known[action] ?? action) : action;
