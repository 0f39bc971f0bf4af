import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useIsOnPage } from '../../components/use-is-still-on-page.ts';
import {
  cancelSubscription,
  openBilling,
  planOptions,
  resumeSubscription,
  type SubscriptionChange,
} from './api/subscription.ts';
import { subscriptionCopy as words } from './copy.ts';
import { failureOf } from './failure-note.tsx';

type PlanAction = 'cancelAtPeriodEnd' | 'cancelNow' | 'resume' | 'billing' | 'create';

interface Act {
  readonly action: PlanAction;
  readonly run: (email: string) => Promise<SubscriptionChange | undefined>;
  readonly failed: string;
}

export type UserPlan = ReturnType<typeof useUserPlan>;

const KEY = ['plan'];

/** Loads and changes one user's plan. Begins with the signed-in user (`own`). `load` chooses another user. */
export function useUserPlan(own: string | undefined) {
  const client = useQueryClient();
  const isOnPage = useIsOnPage();
  const [wanted, setWanted] = useState<string>();
  const email = wanted ?? own;
  const options = planOptions(email ?? '');
  const query = useQuery({ ...options, enabled: email !== undefined });
  /** True while the browser opens the payment provider's page. */
  const [isLeaving, setLeaving] = useState(false);
  const acting = useMutation({
    mutationKey: KEY,
    mutationFn: ({ run }: Act) => run(email ?? ''),
    // Cancels reads that are under way. Their responses could overwrite the newer data of the action.
    onMutate: () => client.cancelQueries({ queryKey: KEY }),
    onSuccess(changed) {
      if (changed) client.setQueryData(options.queryKey, (of) => of && { ...of, plan: changed.subscription });
      else setLeaving(true);
    },
  });
  const isActing = () => isLeaving || client.isMutating({ mutationKey: KEY }) > 0;
  /** Reads the plan. Cancels an earlier read under way, whose response may be older than an action. */
  const reload = () => client.invalidateQueries({ queryKey: options.queryKey });

  async function act(doing: Act): Promise<boolean> {
    if (email === undefined || isActing()) return false;
    const isDone = await acting.mutateAsync(doing).then(
      () => true,
      () => false,
    );
    // Read again even after a failure: the server may have changed the plan although its response was lost.
    await reload();
    return isDone;
  }

  return {
    email,
    plan: query.data?.plan,
    models: query.data?.models,
    isLoading: query.isFetching,
    failure: query.error && !query.isFetching ? failureOf(query.error, words.loadFailed) : undefined,
    action: acting.isPending ? acting.variables.action : isLeaving ? 'billing' : undefined,
    actionFailure: acting.error ? failureOf(acting.error, acting.variables.failed) : undefined,
    /** Server's message about the last action, if it succeeded. */
    done: acting.data?.message,

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
    create: (run: (email: string) => Promise<SubscriptionChange>, failed: string): Promise<boolean> =>
      act({ action: 'create', run, failed }),
    /** Once the browser opens the payment provider's page, the action counts as running until `refreshOnReturn`. */
    openBilling: (): Promise<boolean> =>
      act({
        action: 'billing',
        run: async (of) => void (await openBilling(of, isOnPage)),
        failed: words.billingFailed,
      }),
    /** Skips the read while an action is running, because the action reads the plan at its end. */
    refreshOnReturn(): void {
      setLeaving(false);
      if (client.isMutating({ mutationKey: KEY }) === 0) void reload();
    },
    forgetActionFailure: () => acting.error && acting.reset(),
  };
}
