import type { AuditRecord } from '#contract/admin';
import { Button } from '../../components/button.tsx';
import { Cell, Table } from '../../components/table.tsx';
import styles from './admin.module.css';
import { useAudit } from './api/audit.ts';
import { PagedListSection } from './components/paged-list-section.tsx';
import { ScreenHeader } from './components/screen-header.tsx';
import { Timestamp } from './components/timestamp.tsx';
import { adminCopy } from './copy.ts';

const words = adminCopy.audit;

/** Audit tab: a table of the operators' actions. */
export function AuditScreen() {
  const list = useAudit();
  return (
    <>
      <ScreenHeader title={words.title}>
        <Button onClick={() => void list.reload()}>{adminCopy.refresh}</Button>
      </ScreenHeader>
      <p className="soft">{words.explained}</p>
      <PagedListSection list={list} label={words.title} empty={words.empty}>
        <Table kind="records" columns={[words.what, words.target, words.who, words.when]}>
          <tbody>
            {list.rows.map((record) => (
              <Row key={record.id} record={record} />
            ))}
          </tbody>
        </Table>
      </PagedListSection>
    </>
  );
}

function Row({ record: { action, at, actor, actorName, target, detail } }: { readonly record: AuditRecord }) {
  return (
    <tr>
      <th scope="row">
        {describe(action)}
        {detail !== undefined && (
          <div className={styles.small} dir="auto">
            {detail}
          </div>
        )}
      </th>
      <Cell label={words.target} isEmpty={target === undefined}>
        <bdi>{target ?? adminCopy.none}</bdi>
      </Cell>
      <Cell label={words.who}>
        <bdi>{actorName ?? actor}</bdi>
      </Cell>
      <Cell label={words.when}>
        <Timestamp at={at} withTime />
      </Cell>
    </tr>
  );
}

const known: Readonly<Record<string, string>> = words.actions;

const describe = (action: string): string =>
  Object.hasOwn(known, action) ? (known[action] ?? action) : action;
