import { type UseMutationOptions, useMutation, useQueryClient } from '@tanstack/react-query';

/**
 * Mutation of which one runs at a time: `start` does nothing while another with the same key runs. The mutation's own
 * `isPending` comes with the next render, which is too late for a second click.
 */
export function useOneAtATime<T, V = void>(
  key: readonly string[],
  options: Omit<UseMutationOptions<T, Error, V>, 'mutationKey'>,
) {
  const client = useQueryClient();
  const mutation = useMutation({ ...options, mutationKey: key });
  const start = (variables: V) => {
    if (client.isMutating({ mutationKey: key }) === 0) mutation.mutate(variables);
  };
  return { mutation, start };
}
