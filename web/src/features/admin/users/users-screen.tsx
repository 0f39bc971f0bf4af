import type { User } from '#contract/admin';
import { Link } from '../../../components/link.tsx';
import { useTitle } from '../../../components/use-title.ts';
import { listUsers } from '../api/users.ts';
import { ListFrame } from '../components/list-frame.tsx';
import { Moment } from '../components/moment.tsx';
import { SearchField, useSearch } from '../components/search-field.tsx';
import { useList } from '../components/use-list.ts';
import { adminCopy } from '../copy.ts';
import { PagedList } from '../model/paged-list.ts';
import { AccountState } from './account-state.tsx';

const words = adminCopy.users;

const makeList = (search: string) =>
  new PagedList<User>({
    readPage: (cursor) => listUsers(search || undefined, cursor),
    keyOf: ({ owner }) => owner,
  });

/** Everybody who has an account. */
export function UsersScreen() {
  useTitle(words.title);
  const search = useSearch();
  const list = useList(makeList, search ?? '');
  return (
    <>
      <header className="admin-head">
        <h1 className="page-title">{words.title}</h1>
      </header>
      <div className="admin-tools">
        <SearchField label={words.search} />
      </div>
      <ListFrame
        list={list}
        label={words.title}
        empty={search === undefined ? words.empty : words.emptySearch}
      >
        {(users) => (
          <table className="admin-table">
            <thead>
              <tr>
                <th scope="col">{words.email}</th>
                <th scope="col">{words.name}</th>
                <th scope="col">{words.state}</th>
                <th scope="col">{words.created}</th>
              </tr>
            </thead>
            <tbody>
              {users.map((user) => (
                <Row key={user.owner} user={user} />
              ))}
            </tbody>
          </table>
        )}
      </ListFrame>
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
      <td data-label={words.name} data-empty={name === undefined}>
        <bdi>{name ?? adminCopy.none}</bdi>
      </td>
      <td data-label={words.state}>
        <AccountState user={user} />
      </td>
      <td data-label={words.created}>
        <Moment at={createdAt} />
      </td>
    </tr>
  );
}
