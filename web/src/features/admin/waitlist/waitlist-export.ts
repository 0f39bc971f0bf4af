import type { WaitlistEntry } from '#contract/admin';
import { csvFile } from '../../../lib/csv.ts';
import { createStore, type ReadStore } from '../../../lib/observable-store.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { explainAdminFailure } from '../api/call-admin.ts';
import { listWaitlist } from '../api/waitlist.ts';
import { announce } from '../components/console-screen-reader-announcer.tsx';
import { adminCopy } from '../copy.ts';

export interface ExportState {
  /** Number of entries read so far. Undefined while no export runs. */
  readonly read: number | undefined;
  readonly error: string | undefined;
}

const words = adminCopy.waitlist;
const store = createStore<ExportState>({ read: undefined, error: undefined });
export const exportState: ReadStore<ExportState> = store;

/** Saves the whole waitlist as a CSV file, unless an export is running. */
export async function exportWaitlist(): Promise<void> {
  if (store.get().read !== undefined) return;
  store.set({ read: 0, error: undefined });
  try {
    const entries = await readAll((read) => store.set({ read, error: undefined }));
    saveFile(
      csvFile([words.columns, ...entries.map(cellsOf)]),
      words.fileName(new Date().toISOString().slice(0, 10)),
    );
    store.set({ read: undefined, error: undefined });
    announce(words.exported(entries.length));
  } catch (error) {
    store.set({ read: undefined, error: words.exportFailed(explainAdminFailure(error)) });
  }
}

/** Reads the waiting entries before the approved ones, so that an entry approved meanwhile is not missed. */
async function readAll(onProgress: (read: number) => void): Promise<WaitlistEntry[]> {
  const entries = new Map<string, WaitlistEntry>();
  for (const status of ['waiting', 'approved'] as const) {
    let cursor: string | undefined;
    do {
      const { rows, nextCursor } = await listWaitlist({ status }, cursor);
      for (const row of rows) entries.set(row.email, row);
      onProgress(entries.size);
      cursor = nextCursor;
    } while (cursor !== undefined);
  }
  return [...entries.values()];
}

const cellsOf = ({ email, status, joinedAt, approvedAt = '', inviteCode = '' }: WaitlistEntry) => [
  email,
  status,
  joinedAt,
  approvedAt,
  inviteCode,
];
