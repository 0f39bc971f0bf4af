import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { rewriteHosts } from '../assembly/replace-aws-host-names.ts';
import type { MovableClock } from '../faults/faults.ts';
import { ADMIN_ACCESS_KEY } from '../iam/iam.ts';
import { REGION } from '../region-and-account.ts';
import type { AwsServices } from './aws-services.ts';
import type { HttpServers } from './browser-servers.ts';
import type { Lambda } from './create-lambda-of-stack.ts';
import { seedAccounts, seedInvite } from './seed-accounts-and-invite.ts';
import type { Stack, StackDynamoDb, Urls } from './stack-interface.ts';
import type { StartupContext } from './startup-context.ts';
import { stateFile } from './state-file.ts';

/** Seeds the stack's accounts and its invite, and returns the running stack. */
export async function runningStack(
  context: StartupContext,
  services: AwsServices,
  servers: HttpServers,
): Promise<Stack> {
  const { faults, clock, iam, account, logs, outbox, dataDir, cleanup } = context;
  const { cognito } = servers;
  const { lambda } = services;
  const dynamodb = dynamoDbOf(context, services);
  const invites = dynamodb.table('Invites');
  return {
    urls: urlsOf(context, services),
    accounts: await seedAccounts(cognito, stateFile(dataDir, 'accounts')),
    inviteCode: await seedInvite(dynamodb.documents, invites, stateFile(dataDir, 'invite'), clock.now()),
    caFile: context.tls.caFile,
    operator: operatorOf(context, services),
    outputs: rewriteHosts(context.assembly.outputs(), context.addresses),
    dynamodb,
    s3: services.s3,
    faults,
    clock,
    invoke: lambda.pool.invoke,
    logs,
    mails: outbox,
    createUser: cognito.createUser,
    codeFor: cognito.codeFor,
    tokensFor: (email) => cognito.tokensFor(email),
    signToken: cognito.sign,
    sockets: socketsOf(servers),
    functions: functionsOf(lambda, clock),
    iam,
    account,
    get stripe() {
      if (!servers.stripe) throw new Error('The templates do not use Stripe');
      return servers.stripe;
    },
    close: () => cleanup.disposeAsync(),
  };
}

function urlsOf(
  { browserPorts }: StartupContext,
  { lambda: { pool }, databaseUrl, lambdaUrl, mailUrl, s3Url, secretsUrl, otherUrl }: AwsServices,
): Urls {
  const apiAt = (wanted: string) => browserPorts.apis.find(({ protocol }) => protocol === wanted)?.port.host;
  const [http, socket] = [apiAt('HTTP'), apiAt('WEBSOCKET')];
  return {
    site: `https://${browserPorts.site.host}`,
    hostedUi: `https://${browserPorts.auth.host}`,
    outbox: `http://${browserPorts.outbox.host}`,
    functionUrls: Object.fromEntries(
      browserPorts.functionUrls.map(({ functionArn, port }) => [
        pool.find(functionArn).name,
        `https://${port.host}/`,
      ]),
    ),
    httpApi: http === undefined ? '' : `https://${http}`,
    socketApi: socket === undefined ? '' : `wss://${socket}/socket`,
    dynamodb: databaseUrl,
    lambda: lambdaUrl,
    mail: mailUrl,
    s3: s3Url,
    secrets: secretsUrl,
    otherServices: otherUrl,
    ...(browserPorts.stripe && { stripe: `https://${browserPorts.stripe.host}` }),
  };
}

/** Environment of AWS clients. https://docs.aws.amazon.com/sdkref/latest/guide/feature-ss-endpoints.html */
const operatorOf = (
  { browserPorts, operatorKey, tls }: StartupContext,
  { databaseUrl, lambdaUrl, mailUrl, mantleUrl, modelsUrl, s3Url, secretsUrl, otherUrl }: AwsServices,
): Stack['operator'] => ({
  AWS_REGION: REGION,
  AWS_ACCESS_KEY_ID: operatorKey.accessKeyId,
  AWS_SECRET_ACCESS_KEY: operatorKey.secretAccessKey,
  AWS_CA_BUNDLE: tls.caFile,
  // Node, which runs the SDK for JavaScript, ignores AWS_CA_BUNDLE and reads this variable.
  NODE_EXTRA_CA_CERTS: tls.caFile,
  AWS_ENDPOINT_URL: otherUrl,
  AWS_ENDPOINT_URL_BEDROCK_MANTLE: mantleUrl,
  AWS_ENDPOINT_URL_BEDROCK_RUNTIME: modelsUrl,
  AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER: `https://${browserPorts.auth.host}`,
  AWS_ENDPOINT_URL_DYNAMODB: databaseUrl,
  AWS_ENDPOINT_URL_LAMBDA: lambdaUrl,
  AWS_ENDPOINT_URL_S3: s3Url,
  AWS_ENDPOINT_URL_SECRETS_MANAGER: secretsUrl,
  AWS_ENDPOINT_URL_SESV2: mailUrl,
});

function dynamoDbOf(
  { assembly, cleanup }: StartupContext,
  { database, databaseUrl, onChange }: AwsServices,
): StackDynamoDb {
  const client = new DynamoDBClient({
    endpoint: databaseUrl,
    region: REGION,
    credentials: { accessKeyId: ADMIN_ACCESS_KEY, secretAccessKey: 'local' },
  });
  cleanup.defer(() => client.destroy());
  const names = assembly.all('AWS::DynamoDB::GlobalTable', 'AWS::DynamoDB::Table').map(({ ref }) => ref);
  return {
    client,
    documents: DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } }),
    table: (namePart) => theOne(names, namePart),
    stats: database.stats,
    resetStats: database.resetStats,
    sweep: database.sweep,
    onChange,
  };
}

const socketsOf = ({ sockets }: HttpServers): Stack['sockets'] => ({
  connections: () => sockets.flatMap((socket) => socket.connections()),
  closeConnection: (id, ...how) => sockets.some((socket) => socket.closeConnection(id, ...how)),
  dropConnection: (id) => sockets.some((socket) => socket.dropConnection(id)),
});

const functionsOf = (
  { pool, events, queues, queueArns, streams }: Lambda,
  clock: MovableClock,
): Stack['functions'] => ({
  names: () => pool.functions().map(({ name }) => name),
  entries: () =>
    Object.fromEntries(
      pool.functions().flatMap(({ name, entry }) => (entry === undefined ? [] : [[name, entry]])),
    ),
  updateCode: (name, dir) => pool.replace([{ ...pool.find(name), dir }]),
  kill: pool.kill,
  async passTime(ms) {
    clock.advance(ms);
    await pool.passTime(ms);
  },
  limitConcurrency: pool.limitConcurrency,
  running: pool.running,
  usage: pool.usage,
  pendingEvents: events.pending,
  due: () => events.due() + queues.due(),
  streamsSettled: streams.settled,
  deliverEventsTimes: events.deliverTimes,
  queue: (namePart) => queues.messages(theOne(queueArns, namePart)),
});

function theOne(names: readonly string[], part: string): string {
  const [found, ...others] = names.filter((name) => name.includes(part));
  if (found === undefined || others.length > 0)
    throw new Error(`${part} names ${others.length > 0 ? 'more than one' : 'none'} of ${names.join(', ')}`);
  return found;
}
