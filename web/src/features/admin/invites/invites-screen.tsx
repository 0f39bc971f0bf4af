import { useState } from 'react';
import { useTitle } from '../../../components/use-title.ts';
import { useStore } from '../../../lib/store.ts';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { ListFrame } from '../components/list-frame.tsx';
import { SearchField, useSearch } from '../components/search-field.tsx';
import { useList } from '../components/use-list.ts';
import { adminCopy } from '../copy.ts';
import { Invites } from '../model/invites.ts';
import { CreateInvitesDialog } from './create-invites-dialog.tsx';
import { InvitesTable } from './invites-table.tsx';

const words = adminCopy.invites;
const makeInvites = (search: string): Invites => new Invites(search);

/** The invitation codes: those there are, new ones, and the end of one. */
export function InvitesScreen() {
  useTitle(words.title);
  const search = useSearch();
  const invites = useList(makeInvites, search ?? '');
  const [isCreating, setCreating] = useState(false);
  const [revoking, setRevoking] = useState<string>();
  return (
    <>
      <header className="admin-head">
        <h1 className="page-title">{words.title}</h1>
        <button
          type="button"
          className="button button-primary"
          aria-haspopup="dialog"
          onClick={() => setCreating(true)}
        >
          {words.create}
        </button>
      </header>
      <div className="admin-tools">
        <SearchField label={words.search} />
      </div>
      <ListFrame
        list={invites.list}
        label={words.title}
        empty={search === undefined ? words.empty : words.emptySearch}
      >
        {(rows) => <InvitesTable rows={rows} onRevoke={setRevoking} />}
      </ListFrame>
      {isCreating && <CreateInvitesDialog invites={invites} onClose={() => setCreating(false)} />}
      {revoking !== undefined && (
        <RevokeDialog code={revoking} invites={invites} onClose={() => setRevoking(undefined)} />
      )}
    </>
  );
}

interface RevokeDialogProps {
  readonly code: string;
  readonly invites: Invites;
  readonly onClose: () => void;
}

function RevokeDialog({ code, invites, onClose }: RevokeDialogProps) {
  const { doing, error } = useStore(invites.work);
  const close = () => {
    invites.forget();
    onClose();
  };
  const revoke = async () => {
    if (await invites.revoke(code)) close();
  };
  return (
    <ConfirmDialog
      question={words.confirmRevoke(code)}
      explanation={words.revokeExplained}
      action={words.revoke}
      isDangerous
      isBusy={doing !== undefined}
      error={error}
      onConfirm={() => void revoke()}
      onClose={close}
    />
  );
}
