/** Starts mail, sign-in, APIs, function URLs, the site and Stripe's stand-in on ports that are already open. */

import type { LiveFiles } from '../cloudfront/cloudfront.ts';
import type { Cognito } from '../cognito/cognito.ts';
import type { SocketApi } from '../gateway/gateway-exports.ts';
import { rememberKeys } from '../gateway/gateway-exports.ts';
import { isVerified } from '../ses/ses.ts';
import { createStripe, type StripeControls } from '../stripe/stripe.ts';
import { serveApis, serveUrls } from './apis-and-function-urls.ts';
import { createCognitoOf } from './create-cognito-of-stack.ts';
import type { Lambda } from './create-lambda-of-stack.ts';
import { createSiteOf } from './create-site-of-stack.ts';
import { variableOf } from './read-functions-of-templates.ts';
import { mailIdentities } from './ses-emulator-options.ts';
import type { StartupContext } from './startup-context.ts';
import { stateFile } from './state-file.ts';

export interface HttpServers {
  readonly cognito: Cognito;
  readonly sockets: readonly SocketApi[];
  readonly stripe: StripeControls | undefined;
}

export function startBrowserServers(
  context: StartupContext,
  { pool, callerOf }: Lambda,
  live: LiveFiles | undefined,
): HttpServers {
  const {
    assembly,
    addresses,
    iam,
    account,
    browserPorts,
    faults,
    outbox,
    clock,
    log,
    dataDir,
    tls,
    cleanup,
  } = context;
  const { invoke } = pool;
  const { authorize } = iam;
  browserPorts.outbox.serve(outbox);
  const cognito = createCognitoOf(assembly, addresses, iam, browserPorts.auth.host, {
    mailFailure: () => account.signInMailFailure,
    productName: variableOf(pool.functions(), 'PRODUCT_NAME') ?? 'this application',
    invoke,
    authorize,
    deliver: outbox.deliver,
    isVerified: (identity) => isVerified(identity, mailIdentities(assembly), account.mail),
    clock,
    log,
    faults,
    callerOf,
    ...stateFile(dataDir, 'cognito'),
  });
  browserPorts.auth.serve(cognito);
  outbox.showCodes(cognito.codes);
  const serving = {
    ...{ assembly, addresses, invoke, authorize, keysOf: rememberKeys(cognito.keysOf) },
    ...{ faults, callerOf, clock, log },
  };
  const sockets = serveApis(browserPorts.apis, serving);
  cleanup.defer(async () => void (await Promise.all(sockets.map((socket) => socket.close()))));
  serveUrls(browserPorts.functionUrls, serving);
  const site = {
    assembly,
    addresses,
    apis: browserPorts.apis,
    buckets: browserPorts.buckets,
    host: browserPorts.site.host,
    ca: tls.ca,
    live,
  };
  browserPorts.site.serve(createSiteOf({ ...site, clock, log }));
  return { cognito, sockets, stripe: serveStripe(context) };
}

function serveStripe({
  browserPorts,
  clock,
  faults,
  tls,
  log,
  dataDir,
  cleanup,
}: StartupContext): StripeControls | undefined {
  const port = browserPorts.stripe;
  if (!port) return undefined;
  const state = stateFile(dataDir, 'stripe');
  const stripe = createStripe({ host: port.host, state, clock, faults, ca: tls.ca, log });
  cleanup.defer(() => stripe.close());
  port.serve(stripe);
  return stripe.controls;
}
