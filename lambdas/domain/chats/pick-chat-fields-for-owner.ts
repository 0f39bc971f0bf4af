import type { Chat } from '#contract/entities';

/** Picks the fields of a chat that its owner sees. */
export const describeChat = (chat: Chat): Chat => ({
  ...{ chatId: chat.chatId, name: chat.name, createdAt: chat.createdAt },
  ...(chat.model !== undefined && { model: chat.model }),
  ...(chat.effort !== undefined && { effort: chat.effort }),
  ...(chat.removeAt !== undefined && { removeAt: chat.removeAt }),
  ...(chat.keptDays !== undefined && { keptDays: chat.keptDays }),
  ...(chat.pinnedAt !== undefined && { pinnedAt: chat.pinnedAt }),
  ...(chat.archivedAt !== undefined && { archivedAt: chat.archivedAt }),
  ...(chat.projectId !== undefined && { projectId: chat.projectId }),
});
