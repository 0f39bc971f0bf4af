import { useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { Callout } from '../../../components/callout.tsx';
import styles from '../admin.module.css';
import { explainAdminFailure } from '../api/call-admin.ts';
import { useCreateInvites, useInvites, useRevokeInvite } from '../api/invites.ts';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { PagedListSection } from '../components/paged-list-section.tsx';
import { ScreenHeader } from '../components/screen-header.tsx';
import { SearchField } from '../components/search-field.tsx';
import { adminCopy } from '../copy.ts';
import { useSearchQuery } from '../use-url-query.ts';
import { CreateInvitesDialog } from './create-invites-dialog.tsx';
import { InvitesTable } from './invites-table.tsx';

const words = adminCopy.invites;

/** Invites tab: lists, searches, creates and revokes invites. */
export function InvitesScreen() {
  const search = useSearchQuery();
  const list = useInvites(search);
  const creation = useCreateInvites();
  const [isCreating, setCreating] = useState(false);
  const [revoking, setRevoking] = useState<string>();
  const openForm = () => {
    // The last dialog may have been closed before the server answered with new invites. Forgets those invites, so
    // that the new dialog shows the form, not the invites. Keeps a failure, because the form shows the failure.
    if (creation.data) creation.forget();
    setCreating(true);
  };
  const closeForm = () => {
    creation.forget();
    setCreating(false);
  };
  return (
    <>
      <ScreenHeader title={words.title}>
        <Button kind="primary" aria-haspopup="dialog" onClick={openForm}>
          {words.create}
        </Button>
      </ScreenHeader>
      <div className={styles.tools}>
        <SearchField label={words.search} />
      </div>
      {!isCreating && revoking === undefined && <MissedFailures />}
      <PagedListSection
        list={list}
        label={words.title}
        empty={search === undefined ? words.empty : words.emptySearch}
      >
        <InvitesTable rows={list.rows} onRevoke={setRevoking} />
      </PagedListSection>
      {isCreating && <CreateInvitesDialog onClose={closeForm} />}
      {revoking !== undefined && <RevokeDialog code={revoking} onClose={() => setRevoking(undefined)} />}
    </>
  );
}

/** Shows the failures of calls whose dialogs were closed before the response. */
function MissedFailures() {
  const [creation, revocation] = [useCreateInvites(), useRevokeInvite()];
  const { error, data: { invites, mail } = {} } = creation;
  return (
    <>
      {error && (
        <Callout kind="error">
          {words.create}: {explainAdminFailure(error)}
        </Callout>
      )}
      {invites && mail === 'failed' && (
        <Callout kind="error">
          {words.createdTitle(invites.length)}. {words.mail.failed}
        </Callout>
      )}
      {revocation.error && (
        <Callout kind="error">
          {words.revokeOf(revocation.input ?? '')}: {explainAdminFailure(revocation.error)}
        </Callout>
      )}
    </>
  );
}

interface RevokeDialogProps {
  readonly code: string;
  readonly onClose: () => void;
}

function RevokeDialog({ code, onClose }: RevokeDialogProps) {
  const { begin, isPending, error, input, forget } = useRevokeInvite();
  const isOfThis = input === code;
  const close = () => {
    if (isOfThis) forget();
    onClose();
  };
  return (
    <ConfirmDialog
      question={words.confirmRevoke(code)}
      explanation={words.revokeExplained}
      action={words.revoke}
      isDangerous
      isBusy={isPending}
      error={error && isOfThis ? explainAdminFailure(error) : undefined}
      onConfirm={() => begin(code, onClose)}
      onClose={close}
    />
  );
}
