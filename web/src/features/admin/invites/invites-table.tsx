import type { Invite, InviteStatus } from '#contract/admin';
import { Badge } from '../../../components/badge.tsx';
import { Button } from '../../../components/button.tsx';
import { passFocusToHeading } from '../../../components/keep-focus-when-control-disappears.ts';
import { Cell, Table } from '../../../components/table.tsx';
import admin from '../admin.module.css';
import { CopyButton } from '../components/copy-button.tsx';
import { Timestamp } from '../components/timestamp.tsx';
import { adminCopy } from '../copy.ts';
import styles from './invites.module.css';

const words = adminCopy.invites;
const TONES: Readonly<Record<InviteStatus, 'good' | 'bad' | undefined>> = {
  open: 'good',
  used: undefined,
  expired: undefined,
  revoked: 'bad',
};
const COLUMNS = [words.code, words.status, words.uses, words.expires, words.email, words.note, words.actions];

interface InvitesTableProps {
  readonly rows: readonly Invite[];
  readonly onRevoke: (code: string) => void;
}

export function InvitesTable({ rows, onRevoke }: InvitesTableProps) {
  return (
    <Table kind="records" columns={COLUMNS}>
      <tbody>
        {rows.map((invite) => (
          <Row key={invite.code} invite={invite} onRevoke={onRevoke} />
        ))}
      </tbody>
    </Table>
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
      <Cell label={words.status}>
        <Badge tone={TONES[status]}>{words.statuses[status]}</Badge>
      </Cell>
      <Cell label={words.uses} className={admin['one-line']}>
        {words.usesOf(uses, maxUses)}
      </Cell>
      <Cell label={words.expires}>
        <Timestamp at={expiresAt} />
      </Cell>
      <Cell label={words.email}>
        {email === undefined ? <span className="soft">{words.anyone}</span> : <bdi>{email}</bdi>}
      </Cell>
      <Cell label={words.note} isEmpty={note === undefined}>
        <bdi>{note ?? adminCopy.none}</bdi>
      </Cell>
      <td className={styles.actions}>
        <CopyButton text={code} label={words.copyCode} name={words.copyCodeOf(code)} />
        <CopyButton text={link} label={words.copyLink} name={words.copyLinkOf(code)} />
        {(status === 'open' || status === 'used') && (
          <Button
            ref={passFocusToHeading}
            kind="danger-outline"
            isSmall
            aria-label={words.revokeOf(code)}
            aria-haspopup="dialog"
            onClick={() => onRevoke(code)}
          >
            {words.revoke}
          </Button>
        )}
      </td>
    </tr>
  );
}

function Redemptions({ redemptions }: Pick<Invite, 'redemptions'>) {
  return (
    <details className={styles.redemptions}>
      <summary>{words.usedBy(redemptions.length)}</summary>
      <ul>
        {redemptions.map(({ email, at }) => (
          <li key={email}>
            <bdi>{email}</bdi>, <Timestamp at={at} withTime />
          </li>
        ))}
      </ul>
    </details>
  );
}
