/** HTTP handler of the chat calls (docs/spec.md 7.1), except the search (`search.ts`). */
import * as routes from '#contract/chats';
import type { Chat, Effort } from '#contract/entities';
import { AppError } from '#contract/error-codes';
import { CHATS_PAGE_SIZE, DELETED_CHAT_LIFE_MS } from '#contract/limits';
import { wordedError } from '#contract/server-worded-errors';
import type { ServerFrame } from '#contract/socket';
import { isTemporaryChat } from '#contract/temporary-chats';
import { broadcastOrLog } from '../domain/broadcast-to-owner.ts';
import { welcomeText } from '../domain/chats/create-chat.ts';
import { readHistory } from '../domain/chats/history-pages.ts';
import { describeChat } from '../domain/chats/pick-chat-fields-for-owner.ts';
import { setArchived, setPinned } from '../domain/chats/pin-and-archive.ts';
import { restoreDeleted } from '../domain/chats/restore-deleted-chat.ts';
import { assertNotTemporary } from '../domain/chats/temporary-chat-rules.ts';
import { currentAnnouncement } from '../domain/current-announcement.ts';
import { claimGuestChat } from '../domain/guest/claim-chat.ts';
import { audienceOf, effortsOf } from '../domain/quota/audience-and-allowance.ts';
import { candidatesOf } from '../domain/routing/choose-model.ts';
import { endAbandoned } from '../domain/turn/release-stale-lock.ts';
import { assertSelf } from '../runtime/caller.ts';
import { allowances, models, productName } from '../runtime/deployment-config.ts';
import { httpHandler } from '../runtime/http-handler.ts';
import { readPlan } from '../store/billing/read-subscription-and-plan.ts';
import { renameChat, setChatEffort, setChatModel } from '../store/chats/chat-settings.ts';
import { type ChatItem, listChats } from '../store/chats/chats.ts';
import { listChatsOfProject } from '../store/chats/chats-of-project.ts';
import { markDeleted } from '../store/chats/delete-and-restore.ts';
import { readPinned } from '../store/chats/pin-and-archive.ts';
import { isUsed, readInstructions } from '../store/instructions.ts';
import { listProjects } from '../store/projects.ts';
import { readRevocation } from '../store/revocations.ts';
import { removeSharesOfChat } from '../store/shares/shares.ts';

/** Largest number of archived chats whose ids the first page of the list contains. */
const ARCHIVED_IDS_MAX = 200;

export const handler = httpHandler(routes, readRevocation, {
  async getChats({ caller, query }) {
    assertSelf(caller, query.userEmail);
    const { cursor: after, archived, expiring, projectId } = query;
    if (projectId !== undefined) {
      const limit = CHATS_PAGE_SIZE + 1;
      return pageOf(await listChatsOfProject(caller.owner, projectId, { limit, after }));
    }
    const only = archived ? 'archived' : expiring ? 'expiring' : 'listed';
    const isFirst = after === undefined && only === 'listed';
    const [{ chats: found, archived: skipped }, pinned, instructions, projects, announcement] =
      await Promise.all([
        listChats(caller.owner, { limit: CHATS_PAGE_SIZE + 1, after, only }),
        isFirst ? readPinned(caller.owner) : undefined,
        isFirst ? readInstructions(caller.owner, false) : undefined,
        isFirst ? listProjects(caller.owner) : undefined,
        isFirst ? currentAnnouncement() : undefined,
      ]);
    return {
      ...pageOf(found),
      ...(pinned && {
        pinned: pinned.map(describeChat),
        archivedIds: skipped.slice(0, ARCHIVED_IDS_MAX).map(({ chatId }) => chatId),
      }),
      ...(projects && { projects }),
      ...(announcement && { announcement }),
      ...(instructions && { hasInstructions: isUsed(instructions) }),
    };
  },

  async getChatHistory({ caller, params, query }) {
    const read = () => readHistory(caller.owner, params.chatId, query);
    const found = await read();
    const open = found?.messages.find(({ status }) => status === 'streaming');
    const isEnded = open && (await endAbandoned(caller.owner, params.chatId, open.requestId));
    const page = isEnded ? await read() : found;
    if (!page) throw new AppError('chat_not_found');
    const { chat, messages, older, newer, branches } = page;
    return {
      chat,
      messages: { messages },
      ...(branches.length > 0 && { branches: [...branches] }),
      ...(older !== undefined && { nextCursor: String(older) }),
      ...(newer !== undefined && { newerCursor: String(newer) }),
    };
  },

  async renameChat({ caller, params, body }) {
    const { chatId } = params;
    const { newName: name } = body;
    assertNotTemporary(chatId);
    if (!(await renameChat(caller.owner, chatId, name))) throw new AppError('chat_not_found');
    await tellOwner(caller.owner, { type: 'chatRenamed', data: { chatId, name } });
    return { chatId, name };
  },

  async setChatModel({ caller, params, body }) {
    const { chatId } = params;
    const model = body.model ?? undefined;
    if (model !== undefined) await requireModel(caller.owner, model);
    if (!(await setChatModel(caller.owner, chatId, model))) throw new AppError('chat_not_found');
    const chosen = { chatId, ...(model !== undefined && { model }) };
    await tellOwner(caller.owner, { type: 'chatModelSet', data: chosen });
    return chosen;
  },

  async setChatEffort({ caller, params, body }) {
    const { chatId } = params;
    const effort = body.effort ?? undefined;
    if (effort !== undefined) await requireEffort(caller.owner, effort);
    if (!(await setChatEffort(caller.owner, chatId, effort))) throw new AppError('chat_not_found');
    const chosen = { chatId, ...(effort !== undefined && { effort }) };
    await tellOwner(caller.owner, { type: 'chatEffortSet', data: chosen });
    return chosen;
  },

  async setChatPinned({ caller, params, body }) {
    return tellChanged(caller.owner, await setPinned(caller.owner, params.chatId, body.pinned));
  },

  async setChatArchived({ caller, params, body }) {
    return tellChanged(caller.owner, await setArchived(caller.owner, params.chatId, body.archived));
  },

  async deleteChat({ caller, params }) {
    const { chatId } = params;
    // Removes the shares first, because a failure between the two steps must not leave a deleted chat with shares.
    await removeSharesOfChat(caller.owner, chatId);
    const life = { now: Date.now(), lifeMs: DELETED_CHAT_LIFE_MS };
    const ttl = await markDeleted(caller.owner, chatId, life);
    if (ttl === undefined) throw new AppError('chat_not_found');
    await tellOwner(caller.owner, { type: 'chatDeleted', data: { chatId } });
    return { chatId, restorableUntil: new Date(ttl * 1_000).toISOString() };
  },

  async restoreChat({ caller, params }) {
    const chat = await restoreDeleted(caller.owner, params.chatId);
    return isTemporaryChat(chat.chatId) ? chat : tellCreated(caller.owner, chat);
  },

  async claimGuestChat({ caller, body }) {
    const welcome = welcomeText(productName(), caller.name);
    return tellCreated(caller.owner, await claimGuestChat(caller.owner, body.guestChatId, welcome));
  },
});

/** `found` has one chat more than the page if there is a next page. */
function pageOf(found: readonly ChatItem[]) {
  const page = found.slice(0, CHATS_PAGE_SIZE);
  const last = found.length > CHATS_PAGE_SIZE ? page.at(-1) : undefined;
  return { chats: page.map(describeChat), ...(last && { nextCursor: last.chatId }) };
}

/** @throws AppError `model_not_available` when the owner's plan or the catalogue does not include the model */
async function requireModel(owner: string, model: string): Promise<void> {
  const plan = await readPlan(owner, Date.now());
  candidatesOf(models(), allowances()[audienceOf(plan)], model);
}

/** @throws AppError `effort_not_available` when the owner's plan does not include the effort */
async function requireEffort(owner: string, effort: Effort): Promise<void> {
  const plan = await readPlan(owner, Date.now());
  if (!effortsOf(allowances()[audienceOf(plan)]).includes(effort))
    throw wordedError('effort_not_available', { field: 'effort' });
}

/** Sends a frame to all of the owner's connections, because an HTTP call does not tell which one is the caller's. */
const tellOwner = (owner: string, frame: ServerFrame): Promise<void> => broadcastOrLog(owner, [frame]);

async function tellChanged(owner: string, chat: Chat): Promise<Chat> {
  await tellOwner(owner, { type: 'chatChanged', data: chat });
  return chat;
}

async function tellCreated(owner: string, chat: Chat): Promise<Chat> {
  await tellOwner(owner, { type: 'chatCreated', data: chat });
  return chat;
}
