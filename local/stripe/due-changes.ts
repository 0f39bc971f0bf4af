import { change, type State } from './stripe-emulator-context.ts';
import { doDue, dueAt } from './subscription-lifecycle.ts';

/**
 * Applies all due changes, earliest first. During each change, `state.now()` is the time when the change was due.
 * Returns false if no change was due.
 */
export function catchUp(state: State): boolean {
  const { store } = state;
  let happened = false;
  for (;;) {
    const next = [...subscriptionsDue(state), ...sessionsDue(state)].sort((a, b) => a.at - b.at)[0];
    if (next === undefined || next.at > state.now()) break;
    state.during({ at: next.at }, next.run);
    happened = true;
  }
  if (happened) store.save();
  return happened;
}

interface Due {
  readonly at: number;
  readonly run: () => void;
}

function subscriptionsDue(state: State): Due[] {
  return state.store.subscriptions.all().flatMap((subscription) => {
    const at = dueAt(state, subscription);
    return at === undefined ? [] : [{ at, run: () => doDue(state, subscription) }];
  });
}

function sessionsDue(state: State): Due[] {
  const { sessions } = state.store;
  return sessions
    .all()
    .filter(({ status }) => status === 'open')
    .map((session) => ({
      at: session.expires_at,
      run: () =>
        state.emit(
          'checkout.session.expired',
          change(sessions, session, { status: 'expired', url: null }).now,
        ),
    }));
}
