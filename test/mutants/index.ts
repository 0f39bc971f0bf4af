/** Every control that must not be lost unnoticed (docs/safety.md): what takes it away, and the test that must fail. */
import { ACCESS_MUTANTS } from './access.ts';
import { ANNOUNCEMENT_MUTANTS } from './announcement.ts';
import { BRANCH_MUTANTS } from './branches.ts';
import { BUCKET_MUTANTS } from './bucket.ts';
import { FEEDBACK_MUTANTS } from './feedback.ts';
import { FILE_MUTANTS } from './files.ts';
import { IMPORTED_CHAT_MUTANTS } from './imported-chats.ts';
import { KEPT_CHAT_MUTANTS } from './kept-chats.ts';
import type { Mutant } from './mutant.ts';
import { CONTENT_MUTANTS } from './outgoing-content.ts';
import { PROJECT_MUTANTS } from './projects.ts';
import { RESTORING_MUTANTS } from './restoring.ts';
import { SEARCHED_FILE_MUTANTS } from './searched-files.ts';
import { SENT_FILE_MUTANTS } from './sent-files.ts';
import { SHARING_MUTANTS } from './sharing.ts';
import { GETTING_IN_MUTANTS } from './sign-up.ts';
import { SPENDING_MUTANTS } from './spending.ts';
import { TEMPORARY_CHAT_MUTANTS } from './temporary-chats.ts';
import { TURN_MUTANTS } from './turns.ts';

export const MUTANTS: readonly Mutant[] = [
  ...ACCESS_MUTANTS,
  ...GETTING_IN_MUTANTS,
  ...SPENDING_MUTANTS,
  ...CONTENT_MUTANTS,
  ...BUCKET_MUTANTS,
  ...TURN_MUTANTS,
  ...BRANCH_MUTANTS,
  ...FILE_MUTANTS,
  ...SENT_FILE_MUTANTS,
  ...SEARCHED_FILE_MUTANTS,
  ...TEMPORARY_CHAT_MUTANTS,
  ...RESTORING_MUTANTS,
  ...PROJECT_MUTANTS,
  ...IMPORTED_CHAT_MUTANTS,
  ...SHARING_MUTANTS,
  ...FEEDBACK_MUTANTS,
  ...ANNOUNCEMENT_MUTANTS,
  ...KEPT_CHAT_MUTANTS,
];

/** Counts how often a mutant's text occurs in its file. It must occur once. */
export const occurrences = ({ find }: Mutant, source: string): number => source.split(find).length - 1;

/** The Vitest project that runs a test file. */
export const projectOf = ({ test }: Mutant): string =>
  ['integration', 'infra'].find((project) => test.startsWith(`test/${project}/`)) ?? 'unit';
