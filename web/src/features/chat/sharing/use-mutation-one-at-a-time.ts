import { type UseMutationOptions, useMutation, useQueryClient } from '@tanstack/react-query';

/**
 * `start` does nothing while a mutation with the same key runs. The mutation's `isPending` changes only at the next
 * render, too late to stop a second click.
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
