import type { Viewer } from '../../lib/session/session.ts';
import { texts } from '../../lib/texts.ts';

export default function ChatPage({ viewer }: { readonly viewer: Viewer }) {
  return (
    <main id="content" className="page">
      <h1>{viewer.name}</h1>
      <textarea aria-label={texts.conversation.inputLabel} placeholder={texts.conversation.placeholder('')} />
    </main>
  );
}
