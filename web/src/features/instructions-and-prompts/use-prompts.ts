import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { deletePrompt, getPrompts, putPrompt, type SavedPrompt } from '#contract/instructions-and-prompts';
import { callApi } from '../../lib/api-client.ts';

const KEY = ['prompts'];

export function usePrompts() {
  const client = useQueryClient();
  const query = useQuery({
    queryKey: KEY,
    queryFn: async () => (await callApi(getPrompts, { query: {} })).prompts,
  });
  const changed = {
    // Cancels a read that is under way, because its result may be older than the change.
    onMutate: () => client.cancelQueries({ queryKey: KEY }),
    onSettled: () => client.invalidateQueries({ queryKey: KEY }),
  };
  const saving = useMutation({
    mutationFn: ({ promptId, name, text }: SavedPrompt) =>
      callApi(putPrompt, { params: { promptId }, body: { name, text } }),
    ...changed,
  });
  const removing = useMutation({
    mutationFn: (promptId: string) => callApi(deletePrompt, { params: { promptId } }),
    ...changed,
  });
  return {
    prompts: query.data,
    isLoading: query.data === undefined && query.isFetching,
    hasFailed: query.isError && !query.isFetching,
    reload: query.refetch,
    /** @throws as {@link callApi} */
    save: saving.mutateAsync,
    removeFailed: removing.isError,
    remove: (promptId: string): Promise<boolean> =>
      removing.mutateAsync(promptId).then(
        () => true,
        () => false,
      ),
  };
}
