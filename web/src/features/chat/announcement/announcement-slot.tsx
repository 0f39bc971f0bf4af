import { OnDemand } from '../../../components/load-on-demand-or-when-idle.tsx';
import { useStore } from '../../../lib/observable-store.ts';
import type { ChatController } from '../state/chats/chat-screen-controller.ts';

const loadBanner = () => import('./announcement-banner.tsx');

/** Place of the operator's announcement (docs/spec.md 2.18). Loads the banner's script only if needed. */
export function AnnouncementSlot({ controller }: { readonly controller: ChatController }) {
  const { announcement } = useStore(controller.list.state);
  if (!announcement) return null;
  return (
    <OnDemand load={loadBanner}>
      {({ AnnouncementBanner }) => <AnnouncementBanner announcement={announcement} />}
    </OnDemand>
  );
}
