import { ACCOUNT_EMAIL_MAX_LENGTH, INVITES } from '#contract/limits';
import type { NewInvites } from '../api/invites.ts';
import { adminCopy } from '../copy.ts';

const words = adminCopy.invites.form;

type InviteField = 'count' | 'maxUses' | 'expiresInDays' | 'email' | 'note';
export type FieldErrors = Readonly<Partial<Record<InviteField, string>>>;

/** Returns the body of the API call, or an error message for each invalid field. */
export function readInviteForm(
  form: FormData,
): { readonly invites: NewInvites } | { readonly errors: FieldErrors } {
  const text = (name: string) => String(form.get(name) ?? '').trim();
  const email = text('email');
  const note = text('note');
  // With an e-mail address, the form creates exactly one invite with one use.
  const single = email !== '';
  const count = single ? 1 : wholeNumber(text('count'), 1, INVITES.countMax);
  const maxUses = single ? 1 : wholeNumber(text('maxUses'), 1, INVITES.maxUsesMax);
  const { min, max } = INVITES.days;
  const expiresInDays = wholeNumber(text('expiresInDays'), min, max);
  const errors: FieldErrors = {
    ...(count === undefined && { count: words.number(1, INVITES.countMax) }),
    ...(maxUses === undefined && { maxUses: words.number(1, INVITES.maxUsesMax) }),
    ...(expiresInDays === undefined && { expiresInDays: words.number(min, max) }),
    ...(single && !isAddress(email) && { email: words.address }),
    ...(note.length > INVITES.noteMaxLength && { note: words.noteTooLong }),
  };
  if (
    count === undefined ||
    maxUses === undefined ||
    expiresInDays === undefined ||
    Object.keys(errors).length
  )
    return { errors };
  const sendMail = single && form.get('sendMail') !== null;
  return {
    invites: { count, maxUses, expiresInDays, sendMail, ...(single && { email }), ...(note && { note }) },
  };
}

function wholeNumber(text: string, min: number, max: number): number | undefined {
  const number = /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN;
  return number >= min && number <= max ? number : undefined;
}

const isAddress = (text: string): boolean =>
  text.length <= ACCOUNT_EMAIL_MAX_LENGTH && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text);
