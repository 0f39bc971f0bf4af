import { OnDemand } from '../../../../components/on-demand.tsx';
import { GUEST_CHAT_KEY } from '../../../../lib/guest-storage.ts';
import { browserStorage } from '../../../../lib/storage-area.ts';

const load = () => import('./claim-offer.tsx');

/** Where a guest's chat is offered to the account (docs/spec.md 4.9). Nothing is loaded where there is none. */
export function ClaimSlot() {
  if (browserStorage.get(GUEST_CHAT_KEY) === null) return null;
  return <OnDemand load={load}>{({ ClaimOffer }) => <ClaimOffer />}</OnDemand>;
}
