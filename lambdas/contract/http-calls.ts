/**
 * Table of the HTTP API's calls by name. The client imports only types from this file. The client imports the calls
 * themselves from files such as `chats.ts`, because the table would add all calls to the client's bundle.
 */
import type * as z from 'zod/mini';
import * as account from './account.ts';
import * as admin from './admin.ts';
import { getAvailableModels } from './available-models.ts';
import * as chats from './chats.ts';
import { deleteFile, getFileAddresses, getFileLimits, registerFile } from './files.ts';
import { checkImport, importChats } from './import.ts';
import {
  deletePrompt,
  getInstructions,
  getPrompts,
  putPrompt,
  setInstructions,
} from './instructions-and-prompts.ts';
import { joinWaitlist } from './join-waitlist.ts';
import { addProjectFile, getProjectFiles, removeProjectFile } from './project-files.ts';
import {
  createProject,
  deleteProject,
  getProjectInstructions,
  orderProjects,
  setChatProject,
  setProjectInstructions,
  updateProject,
} from './projects.ts';
import * as secondFactor from './second-factor.ts';
import {
  continueShare,
  createShare,
  deleteShare,
  listShares,
  readPublicShare,
  readShare,
  reportPublicShare,
  reportShare,
  setShareReaders,
  updateShare,
} from './sharing.ts';
import * as signup from './signup-and-password-reset.ts';
import * as subscription from './subscription.ts';
import * as support from './support.ts';
import * as usage from './usage.ts';

export const http = {
  ...chats,
  ...{ getFileLimits, registerFile, getFileAddresses, deleteFile },
  ...{ getInstructions, setInstructions, getPrompts, putPrompt, deletePrompt },
  ...{ importChats, checkImport },
  ...{ listShares, createShare, updateShare, setShareReaders, deleteShare },
  ...{ readShare, readPublicShare, continueShare, reportShare, reportPublicShare },
  joinWaitlist,
  ...{ createProject, updateProject, deleteProject, orderProjects },
  ...{ getProjectInstructions, setProjectInstructions, setChatProject },
  ...{ getProjectFiles, addProjectFile, removeProjectFile },
  ...signup,
  ...subscription,
  getAvailableModels,
  ...usage,
  ...support,
  ...admin,
  ...account,
  ...secondFactor,
} as const;

export type HttpCall = keyof typeof http;
export type HttpResponse<C extends HttpCall> = z.infer<(typeof http)[C]['response']>;

/** `{name}` in the path is a parameter, in API Gateway's syntax. */
export interface HttpRoute {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
}
