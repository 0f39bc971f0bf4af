import type { AuditRecord } from '#contract/admin';
import { useTitle } from '../../../components/use-title.ts';
import { listAudit } from '../api/audit.ts';
import { ListFrame } from '../components/list-frame.tsx';
import { Moment } from '../components/moment.tsx';
import { useList } from '../components/use-list.ts';
import { adminCopy } from '../copy.ts';
import { describeAction } from '../model/describe-action.ts';
import { PagedList } from '../model/paged-list.ts';

const words = adminCopy.audit;

const makeList = () => new PagedList<AuditRecord>({ readPage: listAudit, keyOf: ({ id }) => id });

/** The record of what operators did. */
export function AuditScreen() {
  useTitle(words.title);
  const list = useList(makeList, '');
  return (
    <>
      <header className="admin-head">
        <h1 className="page-title">{words.title}</h1>
        <button type="button" className="button" onClick={() => void list.load()}>
          {adminCopy.refresh}
        </button>
      </header>
      <p className="soft">{words.explained}</p>
      <ListFrame list={list} label={words.title} empty={words.empty}>
        {(records) => (
          <table className="admin-table">
            <thead>
              <tr>
                <th scope="col">{words.what}</th>
                <th scope="col">{words.target}</th>
                <th scope="col">{words.who}</th>
                <th scope="col">{words.when}</th>
              </tr>
            </thead>
            <tbody>
              {records.map((record) => (
                <Row key={record.id} record={record} />
              ))}
            </tbody>
          </table>
        )}
      </ListFrame>
    </>
  );
}

function Row({ record: { action, at, actor, actorName, target, detail } }: { readonly record: AuditRecord }) {
  return (
    <tr>
      <th scope="row">
        {describeAction(action)}
        {detail !== undefined && (
          <span className="cell-detail" dir="auto">
            {detail}
          </span>
        )}
      </th>
      <td data-label={words.target} data-empty={target === undefined}>
        <bdi>{target ?? adminCopy.none}</bdi>
      </td>
      <td data-label={words.who}>
        <bdi>{actorName ?? actor}</bdi>
      </td>
      <td data-label={words.when}>
        <Moment at={at} withTime />
      </td>
    </tr>
  );
}
