/** Servers that answer browsers: mail, sign-in, the APIs and the site, on the front's ports. */

import type { Cognito } from '../cognito/index.ts';
import type { SocketApi } from '../gateway/index.ts';
import { rememberKeys } from '../gateway/index.ts';
import { createStripe, type StripeControls } from '../stripe/index.ts';
import { serveApis, serveUrls } from './apis.ts';
import type { Base } from './base.ts';
import type { Compute } from './compute.ts';
import { variableOf } from './functions.ts';
import { createIdentity } from './identity.ts';
import { createSiteOf } from './site.ts';
import { stateFile } from './state.ts';

export interface Edges {
  readonly cognito: Cognito;
  readonly sockets: readonly SocketApi[];
  /** Where the templates use Stripe. */
  readonly stripe: StripeControls | undefined;
}

export function serveEdges(base: Base, { pool, callerOf }: Compute): Edges {
  const { assembly, addresses, iam, front, faults, outbox, clock, log, dataDir, workDir, tls, cleanup } =
    base;
  const { invoke } = pool;
  const { authorize } = iam;
  front.outbox.serve(outbox);
  const cognito = createIdentity(assembly, addresses, iam, front.auth.host, {
    productName: variableOf(pool.functions(), 'PRODUCT_NAME') ?? 'this application',
    invoke,
    authorize,
    deliver: outbox.deliver,
    clock,
    log,
    faults,
    callerOf,
    ...stateFile(dataDir, 'cognito'),
  });
  front.auth.serve(cognito);
  const serving = {
    ...{ assembly, addresses, invoke, authorize, keysOf: rememberKeys(cognito.keysOf) },
    ...{ faults, callerOf, clock, log },
  };
  const sockets = serveApis(front.apis, serving);
  cleanup.defer(async () => void (await Promise.all(sockets.map((socket) => socket.close()))));
  serveUrls(front.functionUrls, serving);
  const site = { assembly, addresses, apis: front.apis, host: front.site.host, ca: tls.ca, workDir };
  front.site.serve(createSiteOf({ ...site, clock, log }));
  return { cognito, sockets, stripe: serveStripe(base) };
}

function serveStripe({ front, clock, faults, tls, log, dataDir, cleanup }: Base): StripeControls | undefined {
  const port = front.stripe;
  if (!port) return undefined;
  const state = stateFile(dataDir, 'stripe');
  const stripe = createStripe({ host: port.host, state, clock, faults, ca: tls.ca, log });
  cleanup.defer(() => stripe.close());
  port.serve(stripe);
  return stripe.controls;
}
