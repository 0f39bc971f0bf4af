import {
  type MutationState,
  type UseMutationOptions,
  useMutation,
  useMutationState,
  useQueryClient,
} from '@tanstack/react-query';

/**
 * Mutation that runs one call at a time. The state of the last call is kept while the operator is in the console, so
 * that the outcome is not lost when the operator leaves the dialog or screen that began the call.
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
