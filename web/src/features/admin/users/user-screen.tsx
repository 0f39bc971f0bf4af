import { useState } from 'react';
import type { UserDetails } from '#contract/admin';
import { Button } from '../../../components/button.tsx';
import { Callout } from '../../../components/callout.tsx';
import { CardFacts } from '../../../components/card.tsx';
import { Link } from '../../../components/link.tsx';
import { formatBytes } from '../../../lib/format-bytes.ts';
import { isSameEmail } from '../../../lib/is-same-email.ts';
import type { Viewer } from '../../../lib/session/session-state.ts';
import { explainAdminFailure } from '../api/call-admin.ts';
import { useSetUserEnabled, useUser } from '../api/users.ts';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { FailureWithRetry, LoadingText } from '../components/loading-and-failure.tsx';
import { ScreenHeader } from '../components/screen-header.tsx';
import { Timestamp } from '../components/timestamp.tsx';
import { adminCopy } from '../copy.ts';
import { AccountStateBadges } from './account-state-badges.tsx';
import { UsageTable } from './usage-by-day-of-user.tsx';
import styles from './users.module.css';

const words = adminCopy.users;

/** Page of one user: account details, a button to disable or enable the account, and usage. */
export function UserScreen({ viewer, owner }: { readonly viewer: Viewer; readonly owner: string }) {
  const { data: user, error, isFetching, refetch } = useUser(owner);
  const hasFailed = error !== null && !isFetching;
  return (
    <>
      <p>
        <Link to="/admin/users">{words.back}</Link>
      </p>
      {hasFailed && <FailureWithRetry text={explainAdminFailure(error)} onRetry={() => void refetch()} />}
      {/* Keeps the header while the account loads: when the retry button disappears, its focus moves to the title. */}
      <ScreenHeader title={user?.email ?? words.details} isHidden={!user}>
        {user && <AccountStateBadges user={user} />}
      </ScreenHeader>
      {!user && !hasFailed && <LoadingText />}
      {user && (
        <>
          <div className={styles.parts}>
            <Details user={user} />
            <EnabledSwitch key={owner} user={user} isSelf={isSameEmail(viewer.email, user.email)} />
          </div>
          <UsageTable usage={user.usage} />
        </>
      )}
    </>
  );
}

function Details({ user }: { readonly user: UserDetails }) {
  const { owner, name, createdAt, confirmed, enabled, isAdmin, subscription, storage } = user;
  const { expiresAt, renews } = subscription;
  const says = (is: boolean) => (is ? words.yes : words.no);
  return (
    <section aria-label={words.details}>
      <CardFacts
        className={styles.facts}
        facts={[
          [words.name, name ?? adminCopy.none],
          [words.created, <Timestamp key="created" at={createdAt} withTime />],
          [words.confirmed, says(confirmed)],
          [words.enabled, says(enabled)],
          [words.isAdmin, says(isAdmin)],
          [words.tier, words.tiers[subscription.tier]],
          [
            renews ? words.renews : words.expires,
            expiresAt !== undefined && (
              <Timestamp key="end" at={new Date(expiresAt * 1_000).toISOString()} withTime />
            ),
          ],
          [words.files, storage && words.filesOf(storage.files, formatBytes(storage.usedBytes))],
          [words.id, <code key="id">{owner}</code>],
        ]}
      />
    </section>
  );
}

interface EnabledSwitchProps {
  readonly user: UserDetails;
  readonly isSelf: boolean;
}

function EnabledSwitch({ user: { owner, email, enabled }, isSelf }: EnabledSwitchProps) {
  const { begin, isPending, error, input, forget } = useSetUserEnabled(owner);
  /** True while a dialog asks to enable the account, false while a dialog asks to disable it. Otherwise undefined. */
  const [asked, ask] = useState<boolean>();
  // While the dialog is open, an earlier call or another operator may bring the account into the state that the dialog
  // asks for. The dialog is then closed. Otherwise its button would turn into the opposite action under the pointer.
  if (asked === enabled) ask(undefined);
  if (isSelf) return <p className="soft">{words.oneself}</p>;
  const action = enabled ? words.disable : words.enable;
  const close = () => {
    forget();
    ask(undefined);
  };
  return (
    <div>
      <Button
        kind={enabled ? 'danger-outline' : undefined}
        aria-haspopup="dialog"
        onClick={() => ask(!enabled)}
      >
        {action}
      </Button>
      {asked !== undefined && (
        <ConfirmDialog
          question={enabled ? words.confirmDisable(email) : words.confirmEnable(email)}
          explanation={enabled ? words.disableExplained : words.enableExplained}
          action={action}
          isDangerous={enabled}
          isBusy={isPending}
          error={error ? explainAdminFailure(error) : undefined}
          onConfirm={() => begin(!enabled, close)}
          onClose={close}
        />
      )}
      {/* The failure of a call whose dialog was closed before the response. */}
      {error && asked === undefined && (
        <Callout kind="error">
          {input ? words.enable : words.disable}: {explainAdminFailure(error)}
        </Callout>
      )}
    </div>
  );
}
