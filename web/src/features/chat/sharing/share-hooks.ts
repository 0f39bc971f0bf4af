/** Hooks that read, create and change the user's shares. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { AppError, type ErrorCode } from '#contract/errors';
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
import { useOneAtATime } from './use-one-at-a-time.ts';

const KEY = ['shares'];
/** Milliseconds after which a call fails. API Gateway responds within 30 seconds. */
const TIMEOUT_MS = 30_000;
const inTime = () => AbortSignal.timeout(TIMEOUT_MS);

/**
 * Loads the user's shares, newest first. Reads them again when the window gets the focus, because another device may
 * have changed them.
 */
export function useShares() {
  const query = useQuery({
    queryKey: KEY,
    queryFn: async ({ signal }) =>
      (await callApi(listShares, { query: {}, signal: AbortSignal.any([signal, inTime()]) })).shares,
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
  /** Id that the client chooses once for all attempts, so that a repeated attempt makes no second share. */
  readonly shareId: string;
  readonly chatId: string;
  /** Index of a message: the newest path that has this message is shared. @default the chat's newest path is shared */
  readonly through?: number | undefined;
  readonly readers: ShareReaders;
}

/** Returns `create`, which shares a chat, and the state of the request. `create` does nothing while a request runs. */
export function useCreateShare(onCreated: () => void) {
  const changeLoaded = useChangeLoadedShares();
  const { mutation: creating, start } = useOneAtATime([...KEY, 'create'], {
    mutationFn: create,
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
  // The readers differ if an earlier attempt, whose response was lost, made the share before the user changed them.
  if (made.readers === readers) return made;
  return await callApi(setShareReaders, { params, body: { readers }, signal: inTime() });
}

/** Change of a share by its owner. */
export type ShareChange =
  | { readonly kind: 'update' | 'stop' }
  | { readonly kind: 'readers'; readonly readers: ShareReaders };

/**
 * Returns `change`, which changes one share, and the state of the request. `change` does nothing while a request runs.
 * @param onStopped called after the user has ended the share, or when the server no longer has it
 */
export function useChangeShare(share: Share, onStopped: () => void) {
  const changeLoaded = useChangeLoadedShares();
  const { shareId } = share;
  const { mutation: changing, start } = useOneAtATime([...KEY, shareId], {
    mutationFn: (change: ShareChange) => sendChange(share, change),
    onSuccess: async (changed) => {
      await changeLoaded((known) =>
        known.flatMap((one) => (one.shareId !== shareId ? [one] : changed ? [changed] : [])),
      );
      if (!changed) onStopped();
    },
    onError: async (error) => {
      if (!isGone(error)) return;
      await changeLoaded((known) => known.filter((one) => one.shareId !== shareId));
      onStopped();
    },
  });
  return {
    pending: changing.isPending ? changing.variables.kind : undefined,
    done: changing.isSuccess ? changing.variables.kind : undefined,
    failure: changing.error ? explain(changing.error, sharingCopy.changeFailed) : undefined,
    /** Readers that the user has chosen, also while they are being saved. */
    readers:
      changing.isPending && changing.variables.kind === 'readers'
        ? changing.variables.readers
        : share.readers,
    change: start,
  };
}

/** Sends a change. Returns the changed share, or undefined after `stop`. */
async function sendChange(share: Share, change: ShareChange): Promise<Share | undefined> {
  const params = { shareId: share.shareId };
  switch (change.kind) {
    case 'update':
      return await callApi(updateShare, { params, body: {}, signal: inTime() });
    case 'readers': {
      const { readers } = change;
      const changed = await callApi(setShareReaders, { params, body: { readers }, signal: inTime() });
      // The response lacks `isOutdated` (true when the chat differs from the snapshot), so the known value is kept.
      return share.isOutdated === undefined ? changed : { ...changed, isOutdated: share.isOutdated };
    }
    case 'stop':
      await callApi(deleteShare, { params, signal: inTime() });
      return undefined;
  }
}

const isGone = (error: Error): boolean => error instanceof AppError && error.code === 'share_not_found';

/** Returns a function that changes the loaded list of shares. */
function useChangeLoadedShares() {
  const client = useQueryClient();
  return async (change: (known: readonly Share[]) => Share[]): Promise<void> => {
    // The response of a read in progress may be older than the change, and would undo it in the list.
    await client.cancelQueries({ queryKey: KEY });
    client.setQueryData<readonly Share[]>(KEY, (known) => known && change(known));
  };
}

/** Codes of the errors whose message tells the user what is wrong or what to do. The user sees that message. */
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
