import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { endDevice, endOtherDevices, listDevices } from '#contract/account';
import type { SignedInDevice } from '#contract/entities';
import { callApi } from '../../../lib/api-client.ts';
import { deviceId } from '../../../lib/session/device-id.ts';

const KEY = ['devices'];

export function useDevices() {
  const client = useQueryClient();
  const query = useQuery({
    queryKey: KEY,
    queryFn: async () => (await callApi(listDevices, { query: { device: deviceId() } })).devices,
  });
  const ending = useMutation({
    mutationFn: (device: SignedInDevice | undefined) =>
      device === undefined
        ? callApi(endOtherDevices, { body: {} })
        : callApi(endDevice, { params: { id: device.id }, body: {} }),
    // A read that is under way would bring the ended device back.
    onMutate: () => client.cancelQueries({ queryKey: KEY }),
    onSuccess: (_, ended) =>
      client.setQueryData<SignedInDevice[]>(KEY, (all) =>
        all?.filter(({ id, isThis }) => isThis || (ended !== undefined && id !== ended.id)),
      ),
    // Repeats the cancelled read. The server may also have ended more sign-ins than was asked for
    // (`lambdas/store/revocations.ts`).
    onSettled: () => void client.invalidateQueries({ queryKey: KEY }),
  });
  return {
    devices: query.data,
    hasFailed: query.isError && !query.isFetching,
    reload: query.refetch,
    isEnding: ending.isPending,
    endFailed: ending.isError,
    /**
     * Ends the sign-ins of `device`. Without `device`, ends the sign-ins of all devices except the current one.
     * Resolves with true on success.
     */
    end: (device?: SignedInDevice): Promise<boolean> =>
      ending.mutateAsync(device).then(
        () => true,
        () => false,
      ),
  };
}
