import { useParams } from 'react-router';
import type { UserDetails } from '#contract/admin';
import { Link } from '../../../components/link.tsx';
import { useTitle } from '../../../components/use-title.ts';
import type { Viewer } from '../../../lib/session/state.ts';
import { useStore } from '../../../lib/store.ts';
import { Moment } from '../components/moment.tsx';
import { useList } from '../components/use-list.ts';
import { adminCopy } from '../copy.ts';
import { UserAccount } from '../model/user-account.ts';
import { AccountState } from './account-state.tsx';
import { EnabledSwitch } from './enabled-switch.tsx';
import { UsageTable } from './usage-table.tsx';

const words = adminCopy.users;
const makeAccount = (owner: string): UserAccount => new UserAccount(owner);

/** One person's account: who they are, what they may, and how much they use. */
export function UserScreen({ viewer }: { readonly viewer: Viewer }) {
  const { owner = '' } = useParams();
  const account = useList(makeAccount, owner);
  const { user, failure } = useStore(account.state);
  useTitle(user?.email ?? words.title);
  return (
    <>
      <p>
        <Link to="/admin/users">{words.back}</Link>
      </p>
      {failure !== undefined && (
        <div role="alert" className="notice notice-error">
          <p>{failure}</p>
          <button type="button" className="button button-small" onClick={() => void account.load()}>
            {adminCopy.retry}
          </button>
        </div>
      )}
      {user === undefined ? (
        <>
          <h1 className="visually-hidden">{words.details}</h1>
          {failure === undefined && (
            <p role="status" className="admin-note soft">
              {adminCopy.loading}
            </p>
          )}
        </>
      ) : (
        <>
          <header className="admin-head">
            <h1 className="page-title" dir="auto">
              {user.email}
            </h1>
            <AccountState user={user} />
          </header>
          <div className="user-parts">
            <Details user={user} />
            <EnabledSwitch account={account} user={user} isSelf={isSame(viewer.email, user.email)} />
          </div>
          <UsageTable usage={user.usage} />
        </>
      )}
    </>
  );
}

/** Addresses are the same however they are spelt. The server knows oneself by the token, whatever this says. */
const isSame = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

function Details({ user }: { readonly user: UserDetails }) {
  const { owner, name, createdAt, confirmed, enabled, isAdmin, subscription } = user;
  const { expiresAt, renews } = subscription;
  const says = (is: boolean) => (is ? words.yes : words.no);
  return (
    <section aria-label={words.details}>
      <dl className="facts">
        <dt>{words.name}</dt>
        <dd dir="auto">{name ?? adminCopy.none}</dd>
        <dt>{words.created}</dt>
        <dd>
          <Moment at={createdAt} withTime />
        </dd>
        <dt>{words.confirmed}</dt>
        <dd>{says(confirmed)}</dd>
        <dt>{words.enabled}</dt>
        <dd>{says(enabled)}</dd>
        <dt>{words.isAdmin}</dt>
        <dd>{says(isAdmin)}</dd>
        <dt>{words.tier}</dt>
        <dd>{words.tiers[subscription.tier]}</dd>
        {expiresAt !== undefined && (
          <>
            <dt>{renews ? words.renews : words.expires}</dt>
            <dd>
              <Moment at={new Date(expiresAt * 1_000).toISOString()} withTime />
            </dd>
          </>
        )}
        <dt>{words.id}</dt>
        <dd>
          <code>{owner}</code>
        </dd>
      </dl>
    </section>
  );
}
