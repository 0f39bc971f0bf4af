/**
 * Calls about the files of a project. The model gets these files with each message of the project's chats. A model does
 * not get a file that it cannot take. If the user's plan allows no files, the model gets none of the project's files.
 */
import * as z from 'zod/mini';
import { fileInfo } from './entities.ts';
import { fileId } from './request-fields.ts';

const projectId = z.uuid();
const params = z.object({ projectId, fileId });
const response = z.object({ files: z.array(fileInfo) });

export const getProjectFiles = {
  method: 'GET',
  path: '/api/projects/{projectId}/files',
  params: z.object({ projectId }),
  query: z.object({}),
  response,
} as const;

/** Adds a registered file (`registerFile`) that no message and no other project has. Safe to repeat. */
export const addProjectFile = {
  method: 'PUT',
  path: '/api/projects/{projectId}/files/{fileId}',
  params,
  body: z.object({}),
  response,
} as const;

/** Removes a file for good. Also succeeds for a file that is not in the project. */
export const removeProjectFile = {
  method: 'DELETE',
  path: '/api/projects/{projectId}/files/{fileId}',
  params,
  response,
} as const;
