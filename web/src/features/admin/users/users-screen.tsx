import type { User } from '#contract/admin';
import { Link } from '../../../components/link.tsx';
import { Cell, Table } from '../../../components/table.tsx';
import admin from '../admin.module.css';
import { useUsers } from '../api/users.ts';
import { PagedListSection } from '../components/paged-list-section.tsx';
import { ScreenHeader } from '../components/screen-header.tsx';
import { SearchField } from '../components/search-field.tsx';
import { Timestamp } from '../components/timestamp.tsx';
import { adminCopy } from '../copy.ts';
import { useSearchQuery } from '../use-url-query.ts';
import { AccountStateBadges } from './account-state-badges.tsx';

const words = adminCopy.users;

/** Users tab: a table of the accounts, which a search filters by the beginning of the address. */
export function UsersScreen() {
  const search = useSearchQuery();
  const list = useUsers(search);
  return (
    <>
      <ScreenHeader title={words.title} />
      <div className={admin.tools}>
        <SearchField label={words.search} />
      </div>
      <PagedListSection
        list={list}
        label={words.title}
        empty={search === undefined ? words.empty : words.emptySearch}
      >
        <Table kind="records" columns={[words.email, words.name, words.state, words.created]}>
          <tbody>
            {list.rows.map((user) => (
              <Row key={user.owner} user={user} />
            ))}
          </tbody>
        </Table>
      </PagedListSection>
    </>
  );
}

function Row({ user }: { readonly user: User }) {
  const { owner, email, name, createdAt } = user;
  return (
    <tr>
      <th scope="row">
        <Link to={`/admin/users/${encodeURIComponent(owner)}`}>
          <bdi>{email}</bdi>
        </Link>
      </th>
      <Cell label={words.name} isEmpty={name === undefined}>
        <bdi>{name ?? adminCopy.none}</bdi>
      </Cell>
      <Cell label={words.state}>
        <AccountStateBadges user={user} />
      </Cell>
      <Cell label={words.created}>
        <Timestamp at={createdAt} />
      </Cell>
    </tr>
  );
}
