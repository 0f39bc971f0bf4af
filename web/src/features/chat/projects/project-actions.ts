/**
 * Changes projects, and moves chats between them. A move of a chat and a new order of the projects are shown at once,
 * and taken back if the call fails. Other changes are shown when the call has succeeded.
 */
import type { Chat, Project } from '#contract/entities';
import { AppError } from '#contract/error-codes';
import * as calls from '#contract/projects';
import { callApi } from '../../../lib/api-client.ts';
import { addNotice } from '../dialogs/page-notices-state.ts';
import type { ChatController } from '../state/chats/chat-screen-controller.ts';
import { changeAndSave } from '../state/chats/optimistic-chat-changes.ts';
import type { Projects } from '../state/chats/projects.ts';
import { projectsCopy as copy } from './copy.ts';

type Controller = Pick<ChatController, 'list' | 'deletion'>;

/** Moves the chat out of its project if `projectId` is undefined. @throws as `callApi` */
export async function setChatProject(chatId: string, projectId: string | undefined): Promise<void> {
  await callApi(calls.setChatProject, { params: { chatId }, body: { projectId: projectId ?? null } });
}

/** If the call fails, shows a notice and resolves with false. */
export async function moveChatToProject(
  { list, deletion }: Controller,
  chat: Chat,
  projectId: string | undefined,
): Promise<boolean> {
  if (chat.projectId === projectId) return true;
  try {
    await changeAndSave(list, chat.chatId, 'projectId', projectId, setChatProject);
    return true;
  } catch (error) {
    console.warn('A chat could not be moved', error instanceof AppError ? error.code : '');
    const isGone = error instanceof AppError && error.code === 'chat_not_found';
    deletion.notify(isGone ? 'deletedElsewhere' : 'moveFailed', { chat, wasOpen: false });
    return false;
  }
}

/** Resolves when the newest `saveOrder` has ended. Each `saveOrder` waits for the one before. */
let ordering: Promise<void> = Promise.resolve();
/** Order that the user has made last; undefined after its call has ended. */
let newest: readonly string[] | undefined;
/** Order that the server has while `newest` is being saved; undefined at other times. */
let saved: readonly string[] | undefined;

/** Moves a project one place up (-1) or down (1). */
export function shiftProject(projects: Projects, projectId: string, by: -1 | 1): void {
  const before = projects.state.get().map((project) => project.projectId);
  const at = before.indexOf(projectId);
  const other = before[at + by];
  if (at < 0 || other === undefined) return;
  const after = before.with(at, other).with(at + by, projectId);
  projects.order(after);
  saved ??= before;
  newest = after;
  ordering = ordering.then(() => saveOrder(projects, after));
}

async function saveOrder(projects: Projects, order: readonly string[]): Promise<void> {
  // The user may have moved a project again while this call waited. The newer order contains this move too, and is
  // saved next.
  if (order !== newest) return;
  try {
    await callApi(calls.orderProjects, { body: { projectIds: order } });
    saved = order;
  } catch (error) {
    console.warn('The projects could not be put in order', error instanceof AppError ? error.code : '');
    if (order === newest) {
      if (saved) projects.order(saved);
      addNotice(copy.orderFailed);
    }
  }
  if (order === newest) newest = saved = undefined;
}

/**
 * Creates or changes a project. A caller that repeats a creation passes the same id, because the first attempt may have
 * created the project although its response was lost. With `isNew` false, a project that another tab or device has
 * deleted is not created again.
 * @throws as `callApi`, with `project_not_found` for a deleted project
 */
export async function saveProject(
  projects: Projects,
  { projectId, ...look }: calls.ProjectLook & { readonly projectId: string },
  isNew: boolean,
): Promise<Project> {
  const saved =
    !isNew || projects.find(projectId)
      ? await callApi(calls.updateProject, { params: { projectId }, body: look })
      : await callApi(calls.createProject, { body: { projectId, ...look } });
  projects.put(saved);
  return saved;
}

/** @throws as `callApi` */
export async function removeProject(projects: Projects, projectId: string): Promise<void> {
  await callApi(calls.deleteProject, { params: { projectId } });
  projects.remove(projectId);
}

export const readInstructions = async (projectId: string): Promise<string> =>
  (await callApi(calls.getProjectInstructions, { params: { projectId }, query: {} })).text;

/** @throws as `callApi` */
export async function saveInstructions(projects: Projects, projectId: string, text: string): Promise<void> {
  const saved = await callApi(calls.setProjectInstructions, { params: { projectId }, body: { text } });
  const project = projects.find(projectId);
  // `hasInstructions` and `isUsed` are also true for a project with files but no instructions. An earlier deployment of
  // the API does not return `isUsed`.
  if (project) projects.put({ ...project, hasInstructions: saved.isUsed ?? saved.text !== '' });
}
