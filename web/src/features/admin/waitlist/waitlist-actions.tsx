import { useRef, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { Callout } from '../../../components/callout.tsx';
import admin from '../admin.module.css';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { focusList, focusListFrom } from '../components/paged-list-section.tsx';
import { adminCopy } from '../copy.ts';
import { NOTHING } from './row-selection.ts';
import type { Waitlist } from './use-waitlist.ts';

const words = adminCopy.waitlist;

/** Buttons that approve, remove or deselect the selected entries. */
export function WaitlistActions({ waitlist }: { readonly waitlist: Waitlist }) {
  const {
    selection,
    hidden,
    list: { rows },
    work: { doing, done, all, error },
  } = waitlist;
  const tools = useRef<HTMLDivElement>(null);
  const [asking, setAsking] = useState<'approve' | 'remove'>();
  const ticked = rows.filter(({ email }) => selection.has(email)).map(({ email }) => email);
  const waiting = rows
    .filter(({ email, status }) => status === 'waiting' && selection.has(email))
    .map(({ email }) => email);
  const isBusy = doing !== undefined;
  const approve = () => {
    if (isBusy || waiting.length === 0) return;
    if (waiting.length > 1) setAsking('approve');
    else void waitlist.approve(waiting);
  };
  const remove = () => {
    if (!isBusy && ticked.length > 0) setAsking('remove');
  };
  const clear = () => {
    waitlist.select(() => NOTHING);
    // Moves the focus, because the pressed button disappears.
    focusList();
  };
  const isSelected = ticked.length + hidden > 0;
  if (rows.length === 0 && error === undefined && !isSelected && !isBusy) return null;
  return (
    <div ref={tools} className={admin.tools}>
      <Button kind="primary" aria-disabled={isBusy || waiting.length === 0} onClick={approve}>
        {doing === 'approving' ? words.approving(done, all) : words.approve(waiting.length)}
      </Button>
      <Button kind="danger-outline" aria-disabled={isBusy || ticked.length === 0} onClick={remove}>
        {doing === 'removing' ? words.removing(done, all) : words.remove(ticked.length)}
      </Button>
      {isSelected && (
        <>
          <span className="soft">{words.selected(ticked.length, hidden)}</span>
          <Button kind="plain" onClick={clear}>
            {words.clear}
          </Button>
        </>
      )}
      {error !== undefined && <Callout kind="error">{error}</Callout>}
      {asking === 'approve' && (
        <ConfirmDialog
          question={words.confirmApprove(waiting.length)}
          explanation={words.approveExplained}
          action={words.approve(waiting.length)}
          onConfirm={() => {
            setAsking(undefined);
            void waitlist.approve(waiting);
          }}
          onClose={() => setAsking(undefined)}
        />
      )}
      {asking === 'remove' && (
        <ConfirmDialog
          question={words.confirmRemove(ticked.length)}
          explanation={words.removeExplained}
          action={words.remove(ticked.length)}
          isDangerous
          onConfirm={() => {
            setAsking(undefined);
            // Moves the focus, because the focused button disappears when the last entry of the list is removed.
            void waitlist.remove(ticked).then((isDone) => isDone && focusListFrom(tools.current));
          }}
          onClose={() => setAsking(undefined)}
        />
      )}
    </div>
  );
}
