/** A running stack from a synthesized assembly: what would be deployed, against emulators on loopback. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { loadAssembly } from './assembly/index.ts';
import { createBedrock, demoModel } from './bedrock/index.ts';
import { ensureCertificates } from './certificates/index.ts';
import { createDynamoDb, type TableProperties } from './dynamodb/index.ts';
import { createClock, createFaults } from './faults/index.ts';
import { ADMIN_ACCESS_KEY, createIam, type PolicyProperties, type RoleProperties } from './iam/index.ts';
import { createLambdaApi } from './lambda/index.ts';
import { createOutbox } from './outbox/index.ts';
import {
  createSecretStore,
  createSecretsApi,
  type SecretProperties,
  type SecretValues,
} from './secrets/index.ts';
import { ensureAccounts, ensureInvite } from './stack/accounts.ts';
import { openApis, openUrls, serveApis, serveUrls } from './stack/apis.ts';
import { createCompute } from './stack/compute.ts';
import { variableOf } from './stack/functions.ts';
import { createIdentity } from './stack/identity.ts';
import { createLogBook } from './stack/log-book.ts';
import { createPorts, notEmulated } from './stack/ports.ts';
import { createSiteOf } from './stack/site.ts';
import { stateFile } from './stack/state.ts';
import type { Stack, StackOptions, Urls } from './stack/types.ts';
import { REGION } from './types.ts';

export type * from './stack/types.ts';

const SWEEP_MS = 60_000;

/**
 * Starts everything; resolves when the site answers. Throws, naming it, for what the templates hold and the
 * emulators do not; rejects with EADDRINUSE when the wanted port is taken.
 */
export async function startStack(options: StackOptions): Promise<Stack> {
  const { dataDir, port = 0, retryDelaysMs = [50, 50] } = options;
  const { clock = createClock(), faults = createFaults(), source = demoModel({ paceMs: 0 }) } = options;
  const { log, lines } = createLogBook(options.log);
  const workDir = mkdtempSync(path.join(tmpdir(), 'stack-'));
  const tls = await ensureCertificates(
    options.certificatesDir ?? path.join(dataDir ?? workDir, 'certificates'),
  );
  const ports = createPorts(tls);
  const closers: (() => Promise<void> | void)[] = [];
  const close = async () => {
    for (const step of closers.splice(0)) await step();
    await ports.close();
    rmSync(workDir, { recursive: true, force: true });
  };
  try {
    return await start();
  } catch (error) {
    await close();
    throw error;
  }

  async function start(): Promise<Stack> {
    const siteAt = await ports.secure(port, true);
    const after = (offset: number) => port && port + offset;
    const authAt = await ports.secure(after(1));
    const outboxAt = await ports.plain(after(2));

    const secretState = stateFile(dataDir, 'secrets');
    const secrets = createSecretStore((secretState.load() ?? {}) as SecretValues); // what was saved below
    const assembly = loadAssembly(options.assembly, { secretValue: (arn) => valueOfSecret(arn) ?? '' });
    const secretResources = assembly.all<SecretProperties>('AWS::SecretsManager::Secret');
    function valueOfSecret(arn: string): string | undefined {
      const found = secretResources.find(({ ref }) => ref === arn);
      return found && secrets.value(arn, found.properties);
    }
    for (const { ref } of secretResources) valueOfSecret(ref);
    secretState.save(secrets.values());

    const iam = createIam(
      Object.fromEntries(assembly.all<RoleProperties>('AWS::IAM::Role').map((r) => [r.ref, r.properties])),
      assembly.all<PolicyProperties>('AWS::IAM::Policy', 'AWS::IAM::ManagedPolicy').map((p) => p.properties),
    );
    const { authorize } = iam;
    const apis = await openApis(assembly, ports, after(3));
    const functionUrls = await openUrls(assembly, ports, after(3 + apis.length));
    const addresses = new Map<string, string>([
      ...[...apis, ...functionUrls].map(({ awsHost, port: at }) => [awsHost, at.host] as const),
      ...['cognito-idp', 'cognito-identity'].map(
        (service) => [`${service}.${REGION}.amazonaws.com`, authAt.host] as const,
      ),
      ...assembly
        .all('AWS::Cognito::UserPoolDomain')
        .map(({ ref }) => [`${ref}.auth.${REGION}.amazoncognito.com`, authAt.host] as const),
      ...assembly
        .all('AWS::CloudFront::Distribution')
        .map((found) => [found.attribute('DomainName'), siteAt.host] as const),
    ]);

    // Functions reach the services, and the services name the functions that call: hence the late binding.
    const callerOf = (accessKeyId: string) => compute.callerOf(accessKeyId);
    const database = await createDynamoDb({
      tables: Object.fromEntries(
        assembly
          .all<TableProperties>('AWS::DynamoDB::GlobalTable', 'AWS::DynamoDB::Table')
          .map((table) => [table.ref, table.properties]),
      ),
      ...(dataDir && { path: path.join(dataDir, 'dynamodb') }),
      authorize,
      faults,
      clock,
      callerOf,
    });
    closers.push(() => database.close());
    const [databaseAt, lambdaAt, secretsAt, otherAt] = [
      await ports.plain(),
      await ports.plain(),
      await ports.plain(),
      await ports.plain(),
    ];
    const bedrockPort = await ports.own(createBedrock({ source, authorize, faults, callerOf }));
    const compute = createCompute({
      assembly,
      addresses,
      iam,
      clock,
      retryDelaysMs,
      caFile: tls.caFile,
      endpoints: {
        '': `http://127.0.0.1:${otherAt.port}`,
        BEDROCK_RUNTIME: `http://127.0.0.1:${bedrockPort}`,
        COGNITO_IDENTITY_PROVIDER: `https://${authAt.host}`,
        DYNAMODB: `http://127.0.0.1:${databaseAt.port}`,
        LAMBDA: `http://127.0.0.1:${lambdaAt.port}`,
        SECRETS_MANAGER: `http://127.0.0.1:${secretsAt.port}`,
      },
      log,
    });
    const { pool, events, queues } = compute;
    closers.unshift(() => pool.close());
    closers.unshift(() => {
      events.close();
      queues.close();
    });
    faults.onKill(pool.kill);
    databaseAt.serve({ handle: database.handle });
    lambdaAt.serve({ handle: createLambdaApi({ pool, events, authorize, faults, callerOf }) });
    secretsAt.serve({
      handle: createSecretsApi({ secretValue: valueOfSecret, authorize, faults, callerOf }),
    });
    otherAt.serve({ handle: notEmulated });

    const outbox = createOutbox({ clock, ...stateFile(dataDir, 'mails') });
    outboxAt.serve(outbox);
    const productName = variableOf(pool.functions(), 'PRODUCT_NAME') ?? 'this application';
    const invoke = pool.invoke;
    const cognito = createIdentity(assembly, addresses, iam, authAt.host, {
      productName,
      invoke,
      authorize,
      deliver: outbox.deliver,
      clock,
      log,
      ...stateFile(dataDir, 'cognito'),
    });
    authAt.serve(cognito);
    const serving = { assembly, addresses, invoke, authorize, keysOf: cognito.keysOf, faults, clock, log };
    const sockets = serveApis(apis, serving);
    serveUrls(functionUrls, serving);
    closers.unshift(async () => void (await Promise.all(sockets.map((socket) => socket.close()))));
    siteAt.serve(
      createSiteOf({ assembly, addresses, apis, host: siteAt.host, ca: tls.ca, workDir, clock, log }),
    );

    const client = new DynamoDBClient({
      endpoint: `http://127.0.0.1:${databaseAt.port}`,
      region: REGION,
      credentials: { accessKeyId: ADMIN_ACCESS_KEY, secretAccessKey: 'local' },
    });
    closers.unshift(() => client.destroy());
    const documents = DynamoDBDocumentClient.from(client, {
      marshallOptions: { removeUndefinedValues: true },
    });
    const tableNames = assembly
      .all('AWS::DynamoDB::GlobalTable', 'AWS::DynamoDB::Table')
      .map(({ ref }) => ref);
    const table = (namePart: string) => theOne(tableNames, namePart);
    const sweeper = setInterval(() => void database.sweep(), SWEEP_MS);
    closers.unshift(() => clearInterval(sweeper));
    const socketAt = apis.find(({ protocol }) => protocol === 'WEBSOCKET');
    const httpAt = apis.find(({ protocol }) => protocol === 'HTTP');
    const urls: Urls = {
      site: `https://${siteAt.host}`,
      hostedUi: `https://${authAt.host}`,
      outbox: `http://${outboxAt.host}`,
      functionUrls: Object.fromEntries(
        functionUrls.map(({ functionArn, port: at }) => [pool.find(functionArn).name, `https://${at.host}/`]),
      ),
      httpApi: httpAt ? `https://${httpAt.port.host}` : '',
      socketApi: socketAt ? `wss://${socketAt.port.host}/socket` : '',
    };
    return {
      urls,
      accounts: await ensureAccounts(cognito, stateFile(dataDir, 'accounts')),
      inviteCode: await ensureInvite(documents, table('Invites'), stateFile(dataDir, 'invite'), clock.now()),
      dynamodb: {
        client,
        documents,
        table,
        stats: database.stats,
        resetStats: database.resetStats,
        sweep: database.sweep,
      },
      faults,
      clock,
      invoke,
      logs: lines,
      mails: outbox,
      createUser: cognito.createUser,
      tokensFor: (email) => cognito.tokensFor(email),
      sockets: {
        connections: () => sockets.flatMap((socket) => socket.connections()),
        closeConnection: (id, ...how) => sockets.some((socket) => socket.closeConnection(id, ...how)),
        dropConnection: (id) => sockets.some((socket) => socket.dropConnection(id)),
      },
      functions: {
        names: () => pool.functions().map(({ name }) => name),
        kill: pool.kill,
        running: pool.running,
        pendingEvents: events.pending,
        deliverEventsTimes: events.deliverTimes,
        queue: (namePart) => queues.messages(theOne(compute.queueArns, namePart)),
      },
      iam,
      close,
    };
  }
}

function theOne(names: readonly string[], part: string): string {
  const [found, ...others] = names.filter((name) => name.includes(part));
  if (found === undefined || others.length > 0)
    throw new Error(`${part} names ${others.length > 0 ? 'more than one' : 'none'} of ${names.join(', ')}`);
  return found;
}
