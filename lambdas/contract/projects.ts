import * as z from 'zod/mini';
import { chat, project, projectColor } from './entities.ts';
import { INVISIBLE } from './invisible-characters.ts';
import { PROJECT } from './limits.ts';
import { chatId, wellFormed } from './request-fields.ts';
export const countGraphemes = (text: string): number => [...new Intl.Segmenter().segment(text)].length;
/**
 * Maximum length of a name in code points, checked before its graphemes are counted. A grapheme may have any number of
 * code points, so a limit of graphemes alone would accept a name of any length. Counting 40,000 graphemes takes more
 * than 1 GB of memory in some versions of Node.js.
 */
const COUNTED_MAX_LENGTH = 1_000;

const name = z.string().check(
  z.maxLength(COUNTED_MAX_LENGTH, { abort: true }),
  z.overwrite((text) => text.toWellFormed().replace(INVISIBLE, ' ').replace(/\s+/gu, ' ').trim()),
  z.refine((text) => /[^\p{C}\p{Z}]/u.test(text) && countGraphemes(text) <= PROJECT.nameMaxGraphemes),
);

const emoji = z.string().check(
  z.maxLength(32, { abort: true }),
  z.refine((text) => isEmoji(text)),
);

/**
 * Matches one emoji: a flag, a keycap, a pictograph, or pictographs with zero-width joiners between them. Includes code
 * points that Unicode reserves for later emoji, because a browser may know a newer Unicode than the server.
 */
const EMOJI =
  /^(?:\p{RI}{2}|[\d#*]\ufe0f?\u20e3|\u{1f3f4}\u{e0067}\u{e0062}(?:\u{e0065}\u{e006e}\u{e0067}|\u{e0073}\u{e0063}\u{e0074}|\u{e0077}\u{e006c}\u{e0073})\u{e007f}|(?:\p{ExtPict}(?:\p{EMod}|\ufe0f)?(?:\u200d(?!$)|$))+)$/u;

export const isEmoji = (text: string): boolean => EMOJI.test(text);

const projectId = z.uuid();
const look = z.object({ name, emoji: z.optional(emoji), color: z.optional(projectColor) });
export type ProjectLook = z.infer<typeof look>;

/** Creates a project under an id that the client has chosen. Safe to repeat. */
export const createProject = {
  method: 'POST',
  path: '/api/projects',
  body: z.extend(look, { projectId }),
  response: project,
} as const;

/** An emoji or colour that is left out is removed. */
export const updateProject = {
  method: 'PUT',
  path: '/api/projects/{projectId}',
  params: z.object({ projectId }),
  body: look,
  response: project,
} as const;

/** Deletes a project with its instructions and files, but not its chats. Succeeds for a project that does not exist. */
export const deleteProject = {
  method: 'DELETE',
  path: '/api/projects/{projectId}',
  params: z.object({ projectId }),
  response: z.object({ projectId: z.string() }),
} as const;

/** Sets the order of the projects. Projects that are not in `projectIds` come before them, newest first. */
export const orderProjects = {
  method: 'PUT',
  path: '/api/project-order',
  body: z.object({ projectIds: z.array(projectId).check(z.maxLength(PROJECT.countMax)) }),
  response: z.object({ projectIds: z.array(z.string()) }),
} as const;

const projectInstructions = z.object({ text: z.string() });
/**
 * `isUsed` is true for a project that has instructions or files for its chats. Earlier deployments of the API do not
 * send `isUsed`.
 */
const savedInstructions = z.extend(projectInstructions, { isUsed: z.optional(z.boolean()) });

export const getProjectInstructions = {
  method: 'GET',
  path: '/api/projects/{projectId}/instructions',
  params: z.object({ projectId }),
  query: z.object({}),
  response: projectInstructions,
} as const;

export const setProjectInstructions = {
  method: 'PUT',
  path: '/api/projects/{projectId}/instructions',
  params: z.object({ projectId }),
  body: z.object({
    text: z.string().check(wellFormed, z.trim(), z.maxLength(PROJECT.instructionsMaxLength)),
  }),
  response: savedInstructions,
} as const;

/** Moves a chat into a project, or with null out of it. Does not count as a use of the chat for retention. */
export const setChatProject = {
  method: 'PUT',
  path: '/api/chats/{chatId}/project',
  params: z.object({ chatId }),
  body: z.object({ projectId: z.nullable(projectId) }),
  response: chat,
} as const;
