import { useState } from 'react';
import { Button } from '../../../components/button.tsx';
import styles from '../admin.module.css';
import { explainAdminFailure } from '../api/call-admin.ts';
import { useInvites, useRevokeInvite } from '../api/invites.ts';
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
  const [isCreating, setCreating] = useState(false);
  const [revoking, setRevoking] = useState<string>();
  return (
    <>
      <ScreenHeader title={words.title}>
        <Button kind="primary" aria-haspopup="dialog" onClick={() => setCreating(true)}>
          {words.create}
        </Button>
      </ScreenHeader>
      <div className={styles.tools}>
        <SearchField label={words.search} />
      </div>
      <PagedListSection
        list={list}
        label={words.title}
        empty={search === undefined ? words.empty : words.emptySearch}
      >
        <InvitesTable rows={list.rows} onRevoke={setRevoking} />
      </PagedListSection>
      {isCreating && <CreateInvitesDialog onClose={() => setCreating(false)} />}
      {revoking !== undefined && <RevokeDialog code={revoking} onClose={() => setRevoking(undefined)} />}
    </>
  );
}

interface RevokeDialogProps {
  readonly code: string;
  readonly onClose: () => void;
}

function RevokeDialog({ code, onClose }: RevokeDialogProps) {
  const { begin, isPending, error } = useRevokeInvite();
  return (
    <ConfirmDialog
      question={words.confirmRevoke(code)}
      explanation={words.revokeExplained}
      action={words.revoke}
      isDangerous
      isBusy={isPending}
      error={error ? explainAdminFailure(error) : undefined}
      onConfirm={() => begin(code, onClose)}
      onClose={onClose}
    />
  );
}
