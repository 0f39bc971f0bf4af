import { OnDemand } from '../../../components/on-demand.tsx';
import { loadDeferredUi } from '../loaders.ts';

/** The button that downloads the chat as a PDF. Not needed for the first look at a chat, so loaded after it. */
export function PdfSlot({ chatId, title }: { readonly chatId: string; readonly title: string }) {
  return (
    <OnDemand load={loadDeferredUi}>
      {({ PdfButton }) => <PdfButton chatId={chatId} title={title} />}
    </OnDemand>
  );
}
