import { Button } from '../../../components/button.tsx';
import { Callout } from '../../../components/callout.tsx';
import { useStore } from '../../../lib/observable-store.ts';
import admin from '../admin.module.css';
import { PagedListSection } from '../components/paged-list-section.tsx';
import { ScreenHeader } from '../components/screen-header.tsx';
import { SearchField } from '../components/search-field.tsx';
import { adminCopy } from '../copy.ts';
import { useSearchQuery, useUrlQuery } from '../use-url-query.ts';
import { ApprovalResults } from './approval-results.tsx';
import { type KeptWaitlist, useWaitlist } from './use-waitlist.ts';
import styles from './waitlist.module.css';
import { WaitlistActions } from './waitlist-actions.tsx';
import { exportState, exportWaitlist } from './waitlist-export.ts';
import { WaitlistTable } from './waitlist-table.tsx';

const words = adminCopy.waitlist;
const STATUSES = ['waiting', 'approved'] as const;
type Status = (typeof STATUSES)[number];

/** Waitlist tab: waiting and approved entries, a search, and the CSV export. */
export function WaitlistScreen({ kept }: { readonly kept: KeptWaitlist }) {
  const [query] = useUrlQuery();
  const search = useSearchQuery();
  const status = query.get('status') === 'approved' ? 'approved' : 'waiting';
  const waitlist = useWaitlist(kept, search === undefined ? { status } : { search });
  return (
    <>
      <ScreenHeader title={words.title}>
        <ExportButton />
      </ScreenHeader>
      <div className={admin.tools}>
        {search === undefined ? <StatusFilter status={status} /> : <p className="soft">{words.everyone}</p>}
        <SearchField label={words.search} />
      </div>
      <ExportFailure />
      <ApprovalResults waitlist={waitlist} />
      <WaitlistActions waitlist={waitlist} />
      <PagedListSection
        // Mounts another section for each list. Otherwise a click with Shift could select a range that began in the
        // previous list, and "Load more" would do nothing while a page of the previous list is being read.
        key={`${status}/${search ?? ''}`}
        list={waitlist.list}
        label={words.title}
        empty={words.empty[search === undefined ? status : 'search']}
      >
        <WaitlistTable waitlist={waitlist} />
      </PagedListSection>
    </>
  );
}

function StatusFilter({ status }: { readonly status: Status }) {
  const [, change] = useUrlQuery();
  return (
    <fieldset className={styles.filter}>
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
    <Button aria-disabled={read !== undefined} onClick={() => void exportWaitlist()}>
      {read === undefined ? words.export : words.exporting(read)}
    </Button>
  );
}

function ExportFailure() {
  const { error } = useStore(exportState);
  return error !== undefined && <Callout kind="error">{error}</Callout>;
}
