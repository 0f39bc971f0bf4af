import type { Invite, InviteStatus } from '#contract/admin';
import { CopyButton } from '../components/copy-button.tsx';
import { Moment } from '../components/moment.tsx';
import { type Mood, StatusBadge } from '../components/status-badge.tsx';
import { adminCopy } from '../copy.ts';

const words = adminCopy.invites;
const MOODS: Readonly<Record<InviteStatus, Mood>> = {
  open: 'good',
  used: 'plain',
  expired: 'plain',
  revoked: 'bad',
};

interface InvitesTableProps {
  readonly rows: readonly Invite[];
  readonly onRevoke: (code: string) => void;
}

export function InvitesTable({ rows, onRevoke }: InvitesTableProps) {
  return (
    <table className="admin-table">
      <thead>
        <tr>
          <th scope="col">{words.code}</th>
          <th scope="col">{words.status}</th>
          <th scope="col">{words.uses}</th>
          <th scope="col">{words.expires}</th>
          <th scope="col">{words.email}</th>
          <th scope="col">{words.note}</th>
          <th scope="col">{words.actions}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((invite) => (
          <Row key={invite.code} invite={invite} onRevoke={onRevoke} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ invite, onRevoke }: { readonly invite: Invite } & Pick<InvitesTableProps, 'onRevoke'>) {
  const { code, status, uses, maxUses, expiresAt, email, note, redemptions, link } = invite;
  return (
    <tr>
      <th scope="row">
        <code>{code}</code>
        {redemptions.length > 0 && <Redemptions redemptions={redemptions} />}
      </th>
      <td data-label={words.status}>
        <StatusBadge mood={MOODS[status]}>{words.statuses[status]}</StatusBadge>
      </td>
      <td className="uses" data-label={words.uses}>
        {words.usesOf(uses, maxUses)}
      </td>
      <td data-label={words.expires}>
        <Moment at={expiresAt} />
      </td>
      <td data-label={words.email}>
        {email === undefined ? <span className="soft">{words.anyone}</span> : <bdi>{email}</bdi>}
      </td>
      <td data-label={words.note} data-empty={note === undefined}>
        <bdi>{note ?? adminCopy.none}</bdi>
      </td>
      <td className="admin-row-actions">
        <CopyButton text={code} label={words.copyCode} name={words.copyCodeOf(code)} />
        <CopyButton text={link} label={words.copyLink} name={words.copyLinkOf(code)} />
        {(status === 'open' || status === 'used') && (
          <button
            type="button"
            className="button button-small button-danger-plain"
            aria-label={words.revokeOf(code)}
            aria-haspopup="dialog"
            onClick={() => onRevoke(code)}
          >
            {words.revoke}
          </button>
        )}
      </td>
    </tr>
  );
}

/** Accounts that were opened with it. */
function Redemptions({ redemptions }: Pick<Invite, 'redemptions'>) {
  return (
    <details className="redemptions">
      <summary>{words.usedBy(redemptions.length)}</summary>
      <ul>
        {redemptions.map(({ email, at }) => (
          <li key={email}>
            <bdi>{email}</bdi>, <Moment at={at} withTime />
          </li>
        ))}
      </ul>
    </details>
  );
}
