import type { Project } from '#contract/entities';
import { AppError } from '#contract/error-codes';
import * as projectFiles from '#contract/project-files';
import * as projects from '#contract/projects';
import { wordedError } from '#contract/server-worded-errors';
import { broadcastOrLog } from '../domain/broadcast-to-owner.ts';
import { describeChat } from '../domain/chats/pick-chat-fields-for-owner.ts';
import { assertNotTemporary } from '../domain/chats/temporary-chat-rules.ts';
import {
  addProjectFile,
  listProjectFiles,
  removeProjectFile,
  setProjectInstructions,
} from '../domain/projects/project-files-and-instructions.ts';
import { audienceOf } from '../domain/quota/audience-and-allowance.ts';
import { allowances, models } from '../runtime/deployment-config.ts';
import { httpHandler } from '../runtime/http-handler.ts';
import { readPlan } from '../store/billing/read-subscription-and-plan.ts';
import { moveChat, sweepProject } from '../store/chats/chats-of-project.ts';
import { readProjectContext } from '../store/project-context.ts';
import { createProject, deleteProject, orderProjects, updateProject } from '../store/projects.ts';
import { readRevocation } from '../store/revocations.ts';

export const handler = httpHandler({ ...projects, ...projectFiles }, readRevocation, {
  async createProject({ caller, body }) {
    const project = await createProject(caller.owner, body, Date.now());
    if (!project) throw new AppError('too_many_projects');
    return tellChanged(caller.owner, project);
  },

  async updateProject({ caller, params, body }) {
    const project = await updateProject(caller.owner, params.projectId, body);
    if (!project) throw wordedError('project_not_found');
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
    return { text: (await readProjectContext(caller.owner, params.projectId)).text };
  },

  async setProjectInstructions({ caller, params, body: { text } }) {
    const isUsed = await setProjectInstructions({ ...params, owner: caller.owner }, text);
    return { text, isUsed };
  },

  getProjectFiles: async ({ caller, params }) => ({
    files: await listProjectFiles({ ...params, owner: caller.owner }),
  }),

  async addProjectFile({ caller: { owner }, params }) {
    const now = Date.now();
    const allowance = allowances()[audienceOf(await readPlan(owner, now))];
    return { files: await addProjectFile({ ...params, owner }, { allowance, models: models() }, now) };
  },

  removeProjectFile: async ({ caller, params }) => ({
    files: await removeProjectFile({ ...params, owner: caller.owner }),
  }),

  async setChatProject({ caller, params, body }) {
    assertNotTemporary(params.chatId);
    const moved = await moveChat(caller.owner, params.chatId, body.projectId ?? undefined);
    if (moved === 'chatMissing') throw new AppError('chat_not_found');
    if (moved === 'projectMissing') throw wordedError('project_not_found');
    const chat = describeChat(moved);
    await broadcastOrLog(caller.owner, [{ type: 'chatChanged', data: chat }]);
    return chat;
  },
});

async function tellChanged(owner: string, project: Project): Promise<Project> {
  await broadcastOrLog(owner, [{ type: 'projectChanged', data: project }]);
  return project;
}
