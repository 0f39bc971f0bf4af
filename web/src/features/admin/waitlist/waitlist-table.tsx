import { type MouseEvent, useRef } from 'react';
import type { WaitlistEntry } from '#contract/admin';
import { useStore } from '../../../lib/store.ts';
import { CopyButton } from '../components/copy-button.tsx';
import { Moment } from '../components/moment.tsx';
import { StatusBadge } from '../components/status-badge.tsx';
import { adminCopy } from '../copy.ts';
import { extent, NOTHING, toggleRange } from '../model/selection.ts';
import type { Waitlist } from '../model/waitlist.ts';

const words = adminCopy.waitlist;

interface WaitlistTableProps {
  readonly waitlist: Waitlist;
  readonly rows: readonly WaitlistEntry[];
}

export function WaitlistTable({ waitlist, rows }: WaitlistTableProps) {
  const selection = useStore(waitlist.selection);
  const keys = rows.map(({ email }) => email);
  const ticked = extent(selection, keys);
  const hasApproved = rows.some(({ status }) => status === 'approved');
  const anchor = useRef<string>(undefined);
  /** With Shift held, all rows since the last one that was clicked. */
  const tick = (email: string) => (event: MouseEvent<HTMLInputElement>) => {
    const from = event.shiftKey ? anchor.current : undefined;
    waitlist.select(toggleRange(waitlist.selection.get(), keys, from, email, event.currentTarget.checked));
    anchor.current = email;
  };
  return (
    <table className="admin-table">
      <thead>
        <tr>
          <th scope="col" className="admin-tick">
            <label className="tick">
              <input
                type="checkbox"
                aria-label={words.selectAll}
                checked={ticked === 'all'}
                ref={(box) => {
                  if (box) box.indeterminate = ticked === 'some';
                }}
                onChange={() => waitlist.select(ticked === 'all' ? NOTHING : new Set(keys))}
              />
              <span className="tick-label">{words.selectAll}</span>
            </label>
          </th>
          <th scope="col">{words.email}</th>
          <th scope="col">{words.status}</th>
          <th scope="col">{words.joined}</th>
          {hasApproved && (
            <>
              <th scope="col">{words.approvedAt}</th>
              <th scope="col">{words.invite}</th>
            </>
          )}
        </tr>
      </thead>
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
    </table>
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
      <td className="admin-tick">
        <label className="tick">
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
      <td data-label={words.status}>
        <StatusBadge mood={status === 'approved' ? 'good' : 'plain'}>{words.statuses[status]}</StatusBadge>
      </td>
      <td data-label={words.joined}>
        <Moment at={joinedAt} withTime />
      </td>
      {hasApproved && (
        <>
          <td data-label={words.approvedAt} data-empty={approvedAt === undefined}>
            <Moment at={approvedAt} withTime />
          </td>
          <td data-label={words.invite} data-empty={inviteCode === undefined}>
            {inviteCode === undefined ? adminCopy.none : <InviteLink code={inviteCode} />}
          </td>
        </>
      )}
    </tr>
  );
}

function InviteLink({ code }: { readonly code: string }) {
  return (
    <span className="code-line">
      <code>{code}</code>
      <CopyButton
        text={`${window.location.origin}/register?code=${encodeURIComponent(code)}`}
        label={adminCopy.invites.copyLink}
        name={adminCopy.invites.copyLinkOf(code)}
      />
    </span>
  );
}
