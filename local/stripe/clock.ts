/** The stack's clock may have jumped: everything that would have happened meanwhile happens, in its order. */
import { doDue, dueAt } from './subscribing.ts';
import { change, type World } from './world.ts';

/** Says whether anything happened. */
export function catchUp(world: World): boolean {
  const { store } = world;
  let happened = false;
  for (;;) {
    const next = [...subscriptionsDue(world), ...sessionsDue(world)].sort((a, b) => a.at - b.at)[0];
    if (next === undefined || next.at > world.now()) break;
    world.during({ at: next.at }, next.run);
    happened = true;
  }
  if (happened) store.save();
  return happened;
}

interface Due {
  readonly at: number;
  readonly run: () => void;
}

function subscriptionsDue(world: World): Due[] {
  return world.store.subscriptions.all().flatMap((subscription) => {
    const at = dueAt(world, subscription);
    return at === undefined ? [] : [{ at, run: () => doDue(world, subscription) }];
  });
}

function sessionsDue(world: World): Due[] {
  const { sessions } = world.store;
  return sessions
    .all()
    .filter(({ status }) => status === 'open')
    .map((session) => ({
      at: session.expires_at,
      run: () =>
        world.emit(
          'checkout.session.expired',
          change(sessions, session, { status: 'expired', url: null }).now,
        ),
    }));
}
