import { useEffect } from 'react';
import { loadWhenIdle, OnDemand } from '../../../components/load-on-demand-or-when-idle.tsx';
import { useStore } from '../../../lib/observable-store.ts';
import type { Viewer } from '../../../lib/session/session-state.ts';
import { sidebar } from '../../../lib/sidebar-state.ts';
import { endSelection } from '../chat-selection/selected-chats.ts';
import { FeedbackDialog } from '../feedback/feedback-dialog.tsx';
import { warmUpLexer } from '../markdown/warm-up-lexer.ts';
import type { ChatController } from '../state/chats/chat-screen-controller.ts';
import { TourLauncher } from '../tour/tour-launcher.tsx';
import { chatDialogState } from './chat-dialog-state.ts';
import { PageNotices } from './page-notices.tsx';

const loadExportDialog = () => import('../export/export-dialog.tsx');
const loadShareDialog = () => import('../sharing/share-dialog.tsx');
const loadArchivedDialog = () => import('../archive/archived-dialog.tsx');
const loadProjectDialogs = () => import('../projects/project-dialogs.tsx');

/** Kinds of dialogs that are not in `project-dialogs.tsx`. */
const NOT_ABOUT_PROJECTS: ReadonlySet<string> = new Set(['export', 'share', 'archive', 'feedback']);

interface LazyOverlaysProps {
  readonly viewer: Viewer;
  readonly controller: ChatController;
}

/** Overlays of the signed-in chat screen that its first render does not need. */
export function LazyOverlays({ viewer, controller }: LazyOverlaysProps) {
  const dialog = useStore(chatDialogState);
  const isAboutProject = dialog && !NOT_ABOUT_PROJECTS.has(dialog.kind);
  useEffect(() => {
    loadWhenIdle(warmUpLexer);
    window.addEventListener('popstate', closeBeforeChatChanges);
    return () => {
      window.removeEventListener('popstate', closeBeforeChatChanges);
      leave();
    };
  }, []);
  return (
    <>
      <TourLauncher />
      <PageNotices />
      {dialog?.kind === 'export' && (
        <OnDemand load={loadExportDialog} onFailure={close}>
          {({ ExportDialog }) => <ExportDialog chat={dialog.chat} email={viewer.email} onClose={close} />}
        </OnDemand>
      )}
      {dialog?.kind === 'share' && (
        <OnDemand load={loadShareDialog} onFailure={close}>
          {({ ShareDialog }) => <ShareDialog chat={dialog.chat} onClose={close} />}
        </OnDemand>
      )}
      {dialog?.kind === 'archive' && (
        <OnDemand load={loadArchivedDialog} onFailure={close}>
          {({ ArchivedDialog }) => (
            <ArchivedDialog controller={controller} email={viewer.email} onClose={close} />
          )}
        </OnDemand>
      )}
      {dialog?.kind === 'feedback' && <FeedbackDialog reply={dialog} onClose={close} />}
      {isAboutProject && (
        <OnDemand load={loadProjectDialogs} onFailure={close}>
          {({ ProjectDialogs }) => <ProjectDialogs controller={controller} onClose={close} />}
        </OnDemand>
      )}
    </>
  );
}

const close = () => chatDialogState.set(undefined);

/** Closes a phone's sidebar, and a dialog about one chat. Called on Back and Forward, which may show another chat. */
function closeBeforeChatChanges(): void {
  const dialog = chatDialogState.get();
  if (dialog && ('chat' in dialog || 'conversation' in dialog)) close();
  sidebar.closeOnMobile();
}

function leave(): void {
  close();
  endSelection();
}
