import { type MouseEvent, useRef } from 'react';
import type { WaitlistEntry } from '#contract/admin';
import { Badge } from '../../../components/badge.tsx';
import { Cell, Table } from '../../../components/table.tsx';
import admin from '../admin.module.css';
import { CopyButton } from '../components/copy-button.tsx';
import { Timestamp } from '../components/timestamp.tsx';
import { adminCopy } from '../copy.ts';
import { extent, toggleAll, toggleRange } from './row-selection.ts';
import type { Waitlist } from './use-waitlist.ts';
import styles from './waitlist.module.css';

const words = adminCopy.waitlist;

export function WaitlistTable({ waitlist }: { readonly waitlist: Waitlist }) {
  const {
    selection,
    list: { rows },
  } = waitlist;
  const keys = rows.map(({ email }) => email);
  const ticked = extent(selection, keys);
  const hasApproved = rows.some(({ status }) => status === 'approved');
  const anchor = useRef<string>(undefined);
  /** Handles a click on a row's checkbox. With Shift, changes all rows from the previously clicked row to this row. */
  const tick = (email: string) => (event: MouseEvent<HTMLInputElement>) => {
    const from = event.shiftKey ? anchor.current : undefined;
    const isOn = event.currentTarget.checked;
    waitlist.select((before) => toggleRange(before, keys, from, email, isOn));
    anchor.current = email;
  };
  return (
    <Table
      kind="records"
      columns={[
        words.email,
        words.status,
        words.joined,
        ...(hasApproved ? [words.approvedAt, words.invite] : []),
      ]}
      lead={
        <th scope="col" data-lead>
          <label className={styles.tick}>
            <input
              type="checkbox"
              aria-label={words.selectAll}
              checked={ticked === 'all'}
              ref={(box) => {
                if (box) box.indeterminate = ticked === 'some';
              }}
              onChange={() => waitlist.select((before) => toggleAll(before, keys, ticked !== 'all'))}
            />
            <span className={styles['tick-label']}>{words.selectAll}</span>
          </label>
        </th>
      }
    >
      <tbody>
        {rows.map((entry) => (
          <Row
            key={entry.email}
            entry={entry}
            isTicked={selection.has(entry.email)}
            hasApproved={hasApproved}
            onTick={tick(entry.email)}
          />
        ))}
      </tbody>
    </Table>
  );
}

interface RowProps {
  readonly entry: WaitlistEntry;
  readonly isTicked: boolean;
  /** True when the table has the columns of approved entries. */
  readonly hasApproved: boolean;
  readonly onTick: (event: MouseEvent<HTMLInputElement>) => void;
}

function Row({ entry, isTicked, hasApproved, onTick }: RowProps) {
  const { email, status, joinedAt, approvedAt, inviteCode } = entry;
  return (
    <tr data-ticked={isTicked}>
      <td data-lead>
        <label className={styles.tick}>
          <input
            type="checkbox"
            aria-label={words.select(email)}
            checked={isTicked}
            onClick={onTick}
            readOnly
          />
        </label>
      </td>
      <th scope="row">
        <bdi>{email}</bdi>
      </th>
      <Cell label={words.status}>
        <Badge tone={status === 'approved' ? 'good' : undefined}>{words.statuses[status]}</Badge>
      </Cell>
      <Cell label={words.joined}>
        <Timestamp at={joinedAt} withTime />
      </Cell>
      {hasApproved && (
        <>
          <Cell label={words.approvedAt} isEmpty={approvedAt === undefined}>
            <Timestamp at={approvedAt} withTime />
          </Cell>
          <Cell label={words.invite} isEmpty={inviteCode === undefined}>
            {inviteCode === undefined ? adminCopy.none : <InviteLink code={inviteCode} />}
          </Cell>
        </>
      )}
    </tr>
  );
}

function InviteLink({ code }: { readonly code: string }) {
  return (
    <span className={admin['code-line']}>
      <code>{code}</code>
      <CopyButton
        text={`${window.location.origin}/register?code=${encodeURIComponent(code)}`}
        label={adminCopy.invites.copyLink}
        name={adminCopy.invites.copyLinkOf(code)}
      />
    </span>
  );
}
