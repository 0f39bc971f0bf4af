import { useTitle } from '../../../components/use-title.ts';
import { useStore } from '../../../lib/store.ts';
import { ListFrame } from '../components/list-frame.tsx';
import { SearchField, useSearch } from '../components/search-field.tsx';
import { useList } from '../components/use-list.ts';
import { useQuery } from '../components/use-query.ts';
import { adminCopy } from '../copy.ts';
import { Waitlist } from '../model/waitlist.ts';
import { exportState, exportWaitlist } from '../model/waitlist-export.ts';
import { ApprovalResults } from './approval-results.tsx';
import { WaitlistActions } from './waitlist-actions.tsx';
import { WaitlistTable } from './waitlist-table.tsx';

const words = adminCopy.waitlist;
const STATUSES = ['waiting', 'approved'] as const;

/** The question as one text, so that the same question is the same list. */
type Question = (typeof STATUSES)[number] | `search:${string}`;

const makeList = (question: Question): Waitlist =>
  new Waitlist(
    question === 'waiting' || question === 'approved'
      ? { status: question }
      : { search: question.slice('search:'.length) },
  );

/** Waitlist: the people who wait for an invitation, and those who got one. */
export function WaitlistScreen() {
  useTitle(words.title);
  const [query] = useQuery();
  const search = useSearch();
  const status = query.get('status') === 'approved' ? 'approved' : 'waiting';
  const waitlist = useList(makeList, search === undefined ? status : `search:${search}`);
  return (
    <>
      <header className="admin-head">
        <h1 className="page-title">{words.title}</h1>
        <ExportButton />
      </header>
      <div className="admin-tools">
        {search === undefined ? <StatusFilter status={status} /> : <p className="soft">{words.everyone}</p>}
        <SearchField label={words.search} />
      </div>
      <ExportFailure />
      <ApprovalResults waitlist={waitlist} />
      <WaitlistActions waitlist={waitlist} />
      <ListFrame
        list={waitlist.list}
        label={words.title}
        empty={words.empty[search === undefined ? status : 'search']}
      >
        {(rows) => <WaitlistTable waitlist={waitlist} rows={rows} />}
      </ListFrame>
    </>
  );
}

function StatusFilter({ status }: { readonly status: (typeof STATUSES)[number] }) {
  const [, change] = useQuery();
  return (
    <fieldset className="admin-filter">
      <legend className="visually-hidden">{words.filter}</legend>
      {STATUSES.map((each) => (
        <label key={each}>
          <input
            type="radio"
            name="status"
            className="visually-hidden"
            checked={each === status}
            onChange={() => change({ status: each === 'waiting' ? undefined : each })}
          />
          {words.statuses[each]}
        </label>
      ))}
    </fieldset>
  );
}

function ExportButton() {
  const { read } = useStore(exportState);
  return (
    <button
      type="button"
      className="button"
      aria-disabled={read !== undefined}
      onClick={() => void exportWaitlist()}
    >
      {read === undefined ? words.export : words.exporting(read)}
    </button>
  );
}

function ExportFailure() {
  const { error } = useStore(exportState);
  return (
    error !== undefined && (
      <p role="alert" className="notice notice-error">
        {error}
      </p>
    )
  );
}
