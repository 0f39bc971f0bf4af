/** Draft of an announcement as the operator types it: its fields, its problems, and the request made from it. */
import type { AnnouncementDraft } from '#contract/admin';
import { ANNOUNCEMENT } from '#contract/limits';
import { dayOf } from '../../../lib/format-date.ts';
import { adminCopy } from '../copy.ts';

const words = adminCopy.announcement.problems;

export interface TypedAnnouncement {
  readonly text: string;
  readonly isWarning: boolean;
  readonly link: string;
  /** Value of a `datetime-local` input, in the browser's time zone. Empty if the announcement has no end. */
  readonly endsAt: string;
  /** True if only a part of a date and time is typed into the input of `endsAt`. The input then has an empty value. */
  readonly isEndIncomplete: boolean;
}

export type Problems = Readonly<Partial<Record<'text' | 'link' | 'endsAt', string>>>;

export const typedOf = (draft: AnnouncementDraft | undefined): TypedAnnouncement => ({
  text: draft?.text ?? '',
  isWarning: draft?.level === 'warning',
  link: draft?.link ?? '',
  endsAt: draft?.endsAt === undefined ? '' : localTime(new Date(draft.endsAt)),
  isEndIncomplete: false,
});

export function problemsOf(typed: TypedAnnouncement, now: number): Problems {
  const { text, link, endsAt, isEndIncomplete } = typed;
  const { length } = text.trim();
  return {
    ...(length === 0 && { text: words.empty }),
    ...(length > ANNOUNCEMENT.textMaxLength && { text: words.tooLong }),
    ...(link.trim() !== '' && !isHttps(link.trim()) && { link: words.link }),
    ...(endsAt !== '' && !(new Date(endsAt).getTime() > now) && { endsAt: words.endsAt }),
    ...(isEndIncomplete && { endsAt: words.endIncomplete }),
  };
}

export const draftOf = ({ text, isWarning, link, endsAt }: TypedAnnouncement): AnnouncementDraft => ({
  ...{ text: text.trim(), level: isWarning ? 'warning' : 'info' },
  ...(link.trim() !== '' && { link: link.trim() }),
  ...(endsAt !== '' && { endsAt: new Date(endsAt).toISOString() }),
});

const isHttps = (link: string): boolean =>
  link.length <= ANNOUNCEMENT.linkMaxLength && /^https:\/\//i.test(link) && URL.canParse(link);

const localTime = (at: Date): string =>
  `${dayOf(at)}T${[at.getHours(), at.getMinutes()].map((part) => String(part).padStart(2, '0')).join(':')}`;
