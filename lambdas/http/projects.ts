/** HTTP handler of the calls about projects, and of the one that moves a chat (docs/spec.md 7.1). */
import type { Project } from '#contract/entities';
import { AppError } from '#contract/errors';
import { broadcastOrLog } from '../domain/broadcast-to-owner.ts';
import { describeChat } from '../domain/chats/describe-chat.ts';
import { assertKept } from '../domain/chats/temporary-chats.ts';
import { httpHandler } from '../runtime/http-handler.ts';
import { moveChat, sweepProject } from '../store/chats/chats-of-project.ts';
import {
  createProject,
  deleteProject,
  orderProjects,
  readProjectInstructions,
  setProjectInstructions,
  updateProject,
} from '../store/projects.ts';
import { readRevocation } from '../store/revocations.ts';

export const handler = httpHandler(readRevocation, {
  async createProject({ caller, body }) {
    const project = await createProject(caller.owner, body, Date.now());
    if (!project) throw new AppError('too_many_projects');
    return tellChanged(caller.owner, project);
  },

  async updateProject({ caller, params, body }) {
    const project = await updateProject(caller.owner, params.projectId, body);
    if (!project) throw new AppError('project_not_found');
    return tellChanged(caller.owner, project);
  },

  async deleteProject({ caller, params: { projectId } }) {
    await deleteProject(caller.owner, projectId);
    await broadcastOrLog(caller.owner, [{ type: 'projectDeleted', data: { projectId } }]);
    await sweepProject(caller.owner, projectId);
    return { projectId };
  },

  async orderProjects({ caller, body: { projectIds } }) {
    await orderProjects(caller.owner, projectIds);
    await broadcastOrLog(caller.owner, [{ type: 'projectsOrdered', data: { projectIds } }]);
    return { projectIds };
  },

  async getProjectInstructions({ caller, params }) {
    return { text: await readProjectInstructions(caller.owner, params.projectId) };
  },

  async setProjectInstructions({ caller, params, body: { text } }) {
    const project = await setProjectInstructions(caller.owner, params.projectId, text);
    if (!project) throw new AppError('project_not_found');
    await tellChanged(caller.owner, project);
    return { text };
  },

  async setChatProject({ caller, params, body }) {
    assertKept(params.chatId);
    const moved = await moveChat(caller.owner, params.chatId, body.projectId ?? undefined);
    if (moved === 'chatMissing') throw new AppError('chat_not_found');
    if (moved === 'projectMissing') throw new AppError('project_not_found');
    const chat = describeChat(moved);
    await broadcastOrLog(caller.owner, [{ type: 'chatChanged', data: chat }]);
    return chat;
  },
});

async function tellChanged(owner: string, project: Project): Promise<Project> {
  await broadcastOrLog(owner, [{ type: 'projectChanged', data: project }]);
  return project;
}
