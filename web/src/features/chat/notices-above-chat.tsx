import { OnDemand } from '../../components/load-on-demand-or-when-idle.tsx';
import { browserStorage } from '../../lib/browser-storage.ts';
import { GUEST_CHAT_KEY } from '../../lib/guest-storage.ts';
import type { Viewer } from '../../lib/session/session-state.ts';
import { AnnouncementSlot } from './announcement/announcement-slot.tsx';
import { CreationFailure } from './conversation/creation-failure.tsx';
import { KeptDraftNote } from './conversation/failed-creation-draft-note.tsx';
import { ExpiringChatsNotice } from './retention/expiring-chats-notice.tsx';
import type { ChatController } from './state/chats/chat-screen-controller.ts';

interface NoticesAboveChatProps {
  readonly viewer: Viewer;
  readonly controller: ChatController;
}

export function NoticesAboveChat({ viewer, controller }: NoticesAboveChatProps) {
  return (
    <>
      <AnnouncementSlot controller={controller} />
      <ClaimSlot />
      <ExpiringChatsNotice controller={controller} viewer={viewer} />
      <CreationFailure controller={controller} />
      <KeptDraftNote controller={controller} />
    </>
  );
}

const loadClaimOffer = () => import('./guest/claim-offer.tsx');

/** Offer to move an earlier guest chat into the account (docs/spec.md 4.9). */
function ClaimSlot() {
  if (browserStorage.get(GUEST_CHAT_KEY) === null) return null;
  return <OnDemand load={loadClaimOffer}>{({ ClaimOffer }) => <ClaimOffer />}</OnDemand>;
}
