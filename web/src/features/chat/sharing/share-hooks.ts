import { useQuery, useQueryClient } from '@tanstack/react-query';
import { AppError, type ErrorCode } from '#contract/error-codes';
import {
  createShare,
  deleteShare,
  listShares,
  type Share,
  type ShareReaders,
  setShareReaders,
  updateShare,
} from '#contract/sharing';
import { callApi } from '../../../lib/api-client.ts';
import { sharingCopy } from './copy.ts';
import { useOneAtATime } from './use-mutation-one-at-a-time.ts';

const KEY = ['shares'];
/** Milliseconds after which a call fails. API Gateway responds within 30 seconds. */
const TIMEOUT_MS = 30_000;
const inTime = () => AbortSignal.timeout(TIMEOUT_MS);

/** The last call that changes a share. Outlives the dialog, which the user may close before the call has ended. */
let lastChange: Promise<unknown> = Promise.resolve();

/** Runs the calls that change shares one after another: starts `call` when the previous call has ended or failed. */
function inOrder<T>(call: () => Promise<T>): Promise<T> {
  const next = lastChange.then(call, call);
  lastChange = next;
  return next;
}

/** Resolves when all calls given to `inOrder` so far have ended. A list that is read earlier may lack their changes. */
const changesEnded = (): Promise<unknown> => lastChange.catch(() => undefined);

/**
 * Reads the shares, newest first. Reads them again when the page becomes visible again, because another device may have
 * changed them.
 */
export function useShares() {
  const query = useQuery({
    queryKey: KEY,
    queryFn: async ({ signal }) => {
      await changesEnded();
      return (await callApi(listShares, { query: {}, signal: AbortSignal.any([signal, inTime()]) })).shares;
    },
    refetchOnWindowFocus: true,
  });
  return {
    shares: query.data,
    isLoading: query.data === undefined && query.isFetching,
    hasFailed: query.isError && query.data === undefined && !query.isFetching,
    reload: query.refetch,
  };
}

export interface NewShare {
  /** The client uses one id for all attempts, so that a repeated attempt makes no second share. */
  readonly shareId: string;
  readonly chatId: string;
  /** Index of a message. The newest path with this message is shared. @default the chat's newest path */
  readonly through?: number | undefined;
  readonly readers: ShareReaders;
}

export function useCreateShare(onCreated: () => void) {
  const changeLoaded = useChangeLoadedShares();
  const { mutation: creating, start } = useOneAtATime([...KEY, 'create'], {
    mutationFn: (share: NewShare) => inOrder(() => create(share)),
    onSuccess: async (made) => {
      await changeLoaded((known) => [made, ...known.filter(({ shareId }) => shareId !== made.shareId)]);
      onCreated();
    },
  });
  return {
    isCreating: creating.isPending,
    failure: creating.error ? explain(creating.error, sharingCopy.createFailed) : undefined,
    create: start,
  };
}

async function create({ shareId, chatId, through, readers }: NewShare): Promise<Share> {
  const params = { shareId };
  const made = await callApi(createShare, { params, body: { chatId, through, readers }, signal: inTime() });
  // An earlier attempt may have made the share although its response was lost. If the user has chosen other readers
  // since that attempt, the share still has the old readers.
  if (made.readers === readers) return made;
  return await callApi(setShareReaders, { params, body: { readers }, signal: inTime() });
}

export type ShareChange =
  | { readonly kind: 'update' | 'stop' }
  | { readonly kind: 'readers'; readonly readers: ShareReaders };

/**
 * Changes a share. While one change is running, a new choice of readers waits until the running change has ended. Any
 * other new change is ignored.
 * @param onStopped called after the user has ended the share, or when the server no longer has it
 */
export function useChangeShare(share: Share, onStopped: () => void) {
  const changeLoaded = useChangeLoadedShares();
  const client = useQueryClient();
  const { shareId } = share;
  const { mutation: changing, start } = useOneAtATime([...KEY, shareId], {
    mutationFn: (change: ShareChange) => inOrder(() => sendChange(shareId, change)),
    onSuccess: async (changed, { kind }) => {
      await changeLoaded((known) =>
        known.flatMap((one) => {
          if (one.shareId !== shareId) return [one];
          // The response to a choice of readers lacks `isOutdated`, so the known value is kept.
          return changed ? [kind === 'readers' ? { ...one, ...changed } : changed] : [];
        }),
      );
      if (!changed) onStopped();
    },
    onError: async (error) => {
      // The server may have made the change although the response was lost, so the shares are read again.
      if (!isGone(error)) return void client.invalidateQueries({ queryKey: KEY });
      await changeLoaded((known) => known.filter((one) => one.shareId !== shareId));
      onStopped();
    },
  });
  return {
    pending: changing.isPending ? changing.variables.kind : undefined,
    done: changing.isSuccess ? changing.variables.kind : undefined,
    failure: changing.error ? explain(changing.error, sharingCopy.changeFailed) : undefined,
    readers:
      changing.isPending && changing.variables.kind === 'readers'
        ? changing.variables.readers
        : share.readers,
    change: (change: ShareChange) => (change.kind === 'readers' ? changing.mutate(change) : start(change)),
  };
}

async function sendChange(shareId: string, change: ShareChange): Promise<Share | undefined> {
  const params = { shareId };
  switch (change.kind) {
    case 'update':
      return await callApi(updateShare, { params, body: {}, signal: inTime() });
    case 'readers':
      return await callApi(setShareReaders, {
        params,
        body: { readers: change.readers },
        signal: inTime(),
      });
    case 'stop':
      await callApi(deleteShare, { params, signal: inTime() });
      return undefined;
  }
}

const isGone = (error: Error): boolean => error instanceof AppError && error.code === 'share_not_found';

function useChangeLoadedShares() {
  const client = useQueryClient();
  return async (change: (known: readonly Share[]) => Share[]): Promise<void> => {
    // The response of a read in progress may be older than the change, and would undo it in the list.
    await client.cancelQueries({ queryKey: KEY });
    client.setQueryData<readonly Share[]>(KEY, (known) => known && change(known));
  };
}

/** Errors whose message the user sees, because it tells what is wrong or what to do. */
const PLAIN: ReadonlySet<ErrorCode> = new Set([
  'chat_not_found',
  'chat_too_long_to_share',
  'nothing_to_share',
  'sharing_not_allowed',
  'too_many_requests',
  'too_many_shares',
]);

const explain = (error: Error, otherwise: string): string =>
  error instanceof AppError && PLAIN.has(error.code) ? error.message : otherwise;
