import { GUEST_PROTOCOL, SOCKET_PROTOCOL } from '#contract/limits';
import { guestStorage } from '../../../lib/guest-storage.ts';
import { sentMessages } from '../../../lib/sent-messages.ts';
import { SocketClient } from '../../../lib/socket/client.ts';
import { drafts } from '../../../lib/storage.ts';
import { GuestWorkspace } from './model/guest-workspace.ts';

/** A guest's workspace, wired to the product's socket. Nothing of signing in is loaded for it. */
export function createGuestWorkspace(): GuestWorkspace {
  const credentials = { protocols: [SOCKET_PROTOCOL, GUEST_PROTOCOL], expiresAt: Number.POSITIVE_INFINITY };
  return new GuestWorkspace({
    storage: guestStorage,
    sent: sentMessages,
    drafts,
    connect: (handlers) =>
      new SocketClient({
        ...handlers,
        url: `wss://${window.location.host}/socket`,
        credentials: async () => credentials,
      }),
  });
}
