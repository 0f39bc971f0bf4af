import {
  type MutationState,
  type UseMutationOptions,
  useMutation,
  useMutationState,
  useQueryClient,
} from '@tanstack/react-query';

/**
 * Mutation of which one runs at a time. Its state is kept while the operator is in the console, so that the outcome of
 * a call is not lost when its dialog or screen is left.
 */
export function useKeptMutation<Output, Input>(
  mutationKey: readonly string[],
  options: Omit<UseMutationOptions<Output, Error, Input>, 'mutationKey' | 'gcTime'>,
) {
  const client = useQueryClient();
  const filters = { mutationKey, exact: true };
  const { mutate } = useMutation({ ...options, mutationKey, gcTime: Number.POSITIVE_INFINITY });
  const last = useMutationState<MutationState<Output, Error, Input>>({ filters }).at(-1);
  /** Forgets the outcome, unless the call still runs. */
  const forget = () => {
    const cache = client.getMutationCache();
    for (const one of cache.findAll(filters)) if (one.state.status !== 'pending') cache.remove(one);
  };
  return {
    error: last?.error ?? undefined,
    data: last?.data,
    input: last?.variables,
    isPending: last?.status === 'pending',
    forget,
    begin(input: Input, onSuccess?: (done: Output) => void): void {
      if (client.isMutating(filters) > 0) return;
      forget();
      mutate(input, { onSuccess: (done) => onSuccess?.(done) });
    },
  };
}
