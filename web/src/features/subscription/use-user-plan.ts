import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  type Changed,
  cancelSubscription,
  leaveForBilling,
  planOptions,
  resumeSubscription,
} from './api/subscription.ts';
import { subscriptionCopy as words } from './copy.ts';
import { failureOf } from './failure-note.tsx';

type PlanAction = 'cancelAtPeriodEnd' | 'cancelNow' | 'resume' | 'billing' | 'create';

interface Act {
  readonly action: PlanAction;
  readonly run: (email: string) => Promise<Changed | undefined>;
  /** Says that it failed. */
  readonly failed: string;
}

export type UserPlan = ReturnType<typeof useUserPlan>;

const KEY = ['plan'];

/** The plan of one user at a time, and what can be done about it. `own`: the viewer's own address, if they have one. */
export function useUserPlan(own: string | undefined) {
  const client = useQueryClient();
  const [wanted, setWanted] = useState<string>();
  const email = wanted ?? own;
  const options = planOptions(email ?? '');
  const query = useQuery({ ...options, enabled: email !== undefined });
  /** The page is being left for the payment provider's. */
  const [isLeaving, setLeaving] = useState(false);
  const acting = useMutation({
    mutationKey: KEY,
    mutationFn: ({ run }: Act) => run(email ?? ''),
    // An answer to a question from before the act is out of date.
    onMutate: () => client.cancelQueries({ queryKey: KEY }),
    onSuccess(changed) {
      if (changed) client.setQueryData(options.queryKey, (of) => of && { ...of, plan: changed.subscription });
      else setLeaving(true);
    },
  });
  const isActing = () => isLeaving || client.isMutating({ mutationKey: KEY }) > 0;
  const reload = () => client.invalidateQueries({ queryKey: options.queryKey });

  /** Resolves with whether it was done; a second click on the way does nothing. */
  async function act(doing: Act): Promise<boolean> {
    if (email === undefined || isActing()) return false;
    const isDone = await acting.mutateAsync(doing).then(
      () => true,
      () => false,
    );
    // The plan may have changed elsewhere, or although the answer was lost.
    await reload();
    return isDone;
  }

  return {
    /** Address of the user whose plan is shown, or being read. */
    email,
    plan: query.data?.plan,
    models: query.data?.models,
    isLoading: query.isFetching,
    /** Why it could not be read. */
    failure: query.error && !query.isFetching ? failureOf(query.error, words.loadFailed) : undefined,
    /** Action under way. */
    action: acting.isPending ? acting.variables.action : isLeaving ? 'billing' : undefined,
    actionFailure: acting.error ? failureOf(acting.error, acting.variables.failed) : undefined,
    /** Words of the server about what was done. */
    done: acting.data?.message,

    /** Reads the plan of `next`, in place of what was shown. */
    async load(next: string): Promise<void> {
      if (isActing()) return;
      if (next === email) return reload();
      acting.reset();
      setWanted(next);
    },
    cancel: (immediate: boolean): Promise<boolean> =>
      act({
        action: immediate ? 'cancelNow' : 'cancelAtPeriodEnd',
        run: (of) => cancelSubscription(of, immediate),
        failed: words.cancelFailed,
      }),
    resume: (): Promise<boolean> =>
      act({ action: 'resume', run: resumeSubscription, failed: words.resumeFailed }),
    /** `run` makes a test subscription for an address. */
    create: (run: (email: string) => Promise<Changed>, failed: string): Promise<boolean> =>
      act({ action: 'create', run, failed }),
    /** Leaves for the payment provider's page. It stays under way until the page is left. */
    openBilling: (): Promise<boolean> =>
      act({
        action: 'billing',
        run: async (of) => void (await leaveForBilling(of)),
        failed: words.billingFailed,
      }),
    /** The page is back from elsewhere: nothing is under way any more, and much may have changed. */
    comeBack(): void {
      setLeaving(false);
      if (client.isMutating({ mutationKey: KEY }) === 0) void reload();
    },
    forgetActionFailure: () => acting.error && acting.reset(),
  };
}
