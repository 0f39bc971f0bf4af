import { SOCKET_PROTOCOL } from '#contract/limits';
import { sentMessages } from '../../lib/sent-messages.ts';
import { idToken } from '../../lib/session/session.ts';
import type { Viewer } from '../../lib/session/state.ts';
import { SocketClient } from '../../lib/socket/client.ts';
import { deleteChat, getChatHistory, getChats, renameChat, restoreChat } from './api/chats.ts';
import { Workspace } from './model/chats/workspace.ts';

/** The workspace of a signed-in user, wired to the product's API and socket. */
export function createWorkspace(viewer: Viewer): Workspace {
  return new Workspace({
    viewer,
    readPage: (cursor) => getChats(viewer.email, cursor),
    readHistory: getChatHistory,
    rename: renameChat,
    deleteChat,
    restoreChat,
    sent: sentMessages,
    connect: (handlers) =>
      new SocketClient({
        ...handlers,
        url: `wss://${window.location.host}/socket`,
        credentials: async (renew) => {
          const token = await idToken({ renew });
          return { protocols: [SOCKET_PROTOCOL, token.jwt], expiresAt: token.expiresAt };
        },
      }),
  });
}
