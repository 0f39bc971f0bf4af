import type { Checked } from './check-send-and-pin-chats.ts';
import { importCopy } from './copy.ts';
import { type ChatSize, INDEX_SHARE } from './estimate-messages-and-write-units.ts';
import { type LeftOut, REASONS } from './formats/left-out-counts.ts';
import styles from './import.module.css';
import type { Done } from './use-import.ts';

/**
 * Price in US dollars of one write unit of DynamoDB's on-demand tables, in us-east-1, November 2026
 * (https://aws.amazon.com/dynamodb/pricing/on-demand/). In other regions it differs by up to a half.
 */
const UNIT_USD = 0.625 / 1_000_000;

interface FoundProps {
  /** Chats that the account does not have yet. */
  readonly toDo: readonly ChatSize[];
  readonly checked: Checked;
}

/** Summary of what an import would store and cost. */
export function FoundSummary({ toDo, checked: { there, perDay, left } }: FoundProps) {
  const sum = (of: (size: ChatSize) => number) => toDo.reduce((total, size) => total + of(size), 0);
  const units = Math.ceil(sum((size) => size.units) * (1 + INDEX_SHARE));
  return (
    <div className={styles.texts}>
      <p role="status">
        <strong>
          {toDo.length > 0
            ? importCopy.toImport(
                toDo.length,
                sum(({ messages }) => messages),
              )
            : importCopy.nothing(there.size > 0)}
        </strong>
      </p>
      {there.size > 0 && toDo.length > 0 && <p>{importCopy.there(there.size)}</p>}
      {toDo.length > 0 && <p className="soft">{importCopy.cost(units, units * UNIT_USD)}</p>}
      {toDo.length > 0 && (
        <p className="soft">{perDay > 0 ? importCopy.limit(left, perDay) : importCopy.noLimit}</p>
      )}
      {perDay > 0 && sum(({ counted }) => counted) > left && <p>{importCopy.overLimit}</p>}
    </div>
  );
}

export function DoneSummary({ done }: { readonly done: Done }) {
  return (
    <div className={styles.texts} role="status">
      <p>
        <strong>{importCopy.done(done.chats, done.messages)}</strong>
      </p>
      {done.restored > 0 && <p>{importCopy.restored(done.restored)}</p>}
      {done.leaving > 0 && <p>{importCopy.leaving(done.leaving)}</p>}
    </div>
  );
}

export function LeftOutList({ left }: { readonly left: LeftOut['counts'] }) {
  const found = REASONS.flatMap((reason) => {
    const count = left[reason];
    return count === undefined
      ? []
      : [{ reason, text: importCopy.reason(count, importCopy.reasons[reason]) }];
  });
  if (found.length === 0) return null;
  return (
    <div>
      <h3 className={styles.heading}>{importCopy.leftOut}</h3>
      <ul className={styles.list}>
        {found.map(({ reason, text }) => (
          <li key={reason}>{text}</li>
        ))}
      </ul>
    </div>
  );
}
