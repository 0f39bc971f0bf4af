import { ColumnPage } from '../../components/column-page.tsx';
import { QueryProvider } from '../../components/query-provider.tsx';
import { useTitle } from '../../components/use-title.ts';
import { personalCopy } from './copy.ts';
import { InstructionsSection } from './instructions-section.tsx';
import { PromptsSection } from './prompts-section.tsx';

/** Page of the user's instructions for all chats, and of the user's saved prompts (docs/spec.md 2.14). */
export default function PersonalPage() {
  useTitle(personalCopy.title);
  return (
    <ColumnPage back={{ to: '/chat', label: personalCopy.back }} title={personalCopy.title}>
      <QueryProvider>
        <InstructionsSection />
        <PromptsSection />
      </QueryProvider>
    </ColumnPage>
  );
}
