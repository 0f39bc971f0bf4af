/** Emulates Bedrock Runtime's Converse and ConverseStream. Serves HTTP/2, as the SDK's client expects, without TLS. */
import { randomBytes, randomUUID } from 'node:crypto';
import http2 from 'node:http2';
import { json } from 'node:stream/consumers';
import { AwsError, accessKeyIn, wireError } from '../aws-json/aws-json-service.ts';
import type { Authorize, Clock } from '../emulator-types.ts';
import type { Faults } from '../faults/faults.ts';
import type { ConverseRequest, ReplySource } from './bedrock-types.ts';
import { type Account, checkAccess, checkFit } from './check-model-access-and-request.ts';
import { eventMessage, exceptionMessage } from './encode-aws-event-stream.ts';
import { PromptCache } from './prompt-cache.ts';
import { inputTokensOf } from './prompt-prefixes.ts';
import { resourcesOf } from './resources-of-model-call.ts';
import { type ChunkKind, runModelCall } from './run-model-call.ts';
import { validateConversation } from './validate-converse-request.ts';

export type * from './bedrock-types.ts';
export type { Account, ModelAccess } from './check-model-access-and-request.ts';
export { type DemoOptions, demoModel } from './demo-model.ts';
export { openAiSource } from './open-ai-source.ts';
export { type Script, scriptedSource } from './scripted-model.ts';

export interface BedrockOptions {
  readonly source: ReplySource;
  readonly authorize: Authorize;
  readonly faults: Faults;
  readonly callerOf?: (accessKeyId: string) => string | undefined;
  /** @default access to all models */
  readonly account?: Account;
  /** @default the machine's clock */
  readonly clock?: Clock;
}

type Request = http2.Http2ServerRequest;
type Response = http2.Http2ServerResponse;

const CALL = /^\/model\/([^/]+)\/(converse|converse-stream)$/;

export function createBedrock(options: BedrockOptions): http2.Http2Server {
  const cache = new PromptCache(options.clock ?? Date);
  return http2.createServer((request, response) => {
    const gone = new AbortController();
    response.on('close', () => gone.abort());
    answer({ ...options, cache }, request, response, gone.signal).catch((error: unknown) => {
      const { code, status, message } = wireError(error);
      if (response.writableEnded || response.destroyed) return;
      if (response.headersSent) response.end(exceptionMessage(code, message));
      else {
        const statusCode = code === 'AccessDeniedException' ? 403 : status;
        response
          .writeHead(statusCode, { 'content-type': 'application/json', 'x-amzn-errortype': code })
          .end(JSON.stringify({ message }));
      }
    });
  });
}

async function answer(
  { source, cache, authorize, faults, callerOf, account }: BedrockOptions & { readonly cache: PromptCache },
  request: Request,
  response: Response,
  signal: AbortSignal,
): Promise<void> {
  const [, encodedModel, operation] = CALL.exec(request.url.split('?')[0] ?? '') ?? [];
  if (encodedModel === undefined)
    throw new AwsError('UnknownOperationException', `Bedrock's ${request.url} is not emulated`, 404);
  const modelId = decodeURIComponent(encodedModel);
  const streams = operation === 'converse-stream';
  const accessKeyId = accessKeyIn(request.headers.authorization);
  const caller = callerOf?.(accessKeyId);
  const action = `bedrock:InvokeModel${streams ? 'WithResponseStream' : ''}`;
  for (const resource of resourcesOf(modelId)) authorize(accessKeyId, action, resource);
  const body = (await json(request)) as ConverseRequest; // validated below
  await faults.strike({ service: 'bedrock', action: streams ? 'ConverseStream' : 'Converse', caller });
  if (account) checkAccess(modelId, account, { maySubscribe: () => maySubscribe(authorize, accessKeyId) });
  validateConversation(body, modelId);
  checkFit(body, modelId, inputTokensOf(body));
  const run = { request: body, modelId, source, cache, faults, caller, signal };
  await (streams ? stream(run, response) : whole(run, response));
}

/**
 * IAM actions that allow a role to subscribe the account to a model. Bedrock subscribes the account at the first call
 * of the model. A policy can grant these actions only on `*`.
 */
const SUBSCRIBE = ['aws-marketplace:ViewSubscriptions', 'aws-marketplace:Subscribe'];

function maySubscribe(authorize: Authorize, accessKeyId: string): boolean {
  try {
    for (const action of SUBSCRIBE) authorize(accessKeyId, action, '*');
    return true;
  } catch {
    return false;
  }
}

type RunWithoutText = Omit<Parameters<typeof runModelCall>[0], 'onText'>;

async function stream(run: RunWithoutText, response: Response): Promise<void> {
  const startedAt = performance.now();
  const send = (name: string, event: object) => void response.write(eventMessage(name, event));
  let begun = false;
  const begin = () => {
    if (begun) return;
    begun = true;
    response.writeHead(200, {
      'content-type': 'application/vnd.amazon.eventstream',
      'x-amzn-requestid': randomUUID(),
    });
    send('messageStart', { role: 'assistant' });
  };
  let citation = citationOf(run.request);
  let block = { index: 0, kind: undefined as ChunkKind | undefined };
  const end = () => {
    // Anthropic's models sign each block of thoughts, in its last delta.
    if (block.kind === 'thinking' && run.modelId.includes('anthropic.'))
      send('contentBlockDelta', {
        contentBlockIndex: block.index,
        delta: { reasoningContent: { signature: randomBytes(96).toString('base64') } },
        p: 'abcdefgh',
      });
    send('contentBlockStop', { contentBlockIndex: block.index });
  };
  const { stopReason, usage } = await runModelCall({
    ...run,
    onText(text, kind) {
      begin();
      if (block.kind !== undefined && block.kind !== kind) {
        end();
        block = { index: block.index + 1, kind };
      }
      block.kind = kind;
      const delta = kind === 'thinking' ? { reasoningContent: { text } } : { text };
      // Bedrock hides the length of a delta's text by a field `p` of varying length. Clients must ignore `p`.
      send('contentBlockDelta', { contentBlockIndex: block.index, delta, p: 'abcdefghijklm' });
      if (kind === 'reply' && citation)
        send('contentBlockDelta', { contentBlockIndex: block.index, delta: citation });
      if (kind === 'reply') citation = undefined;
    },
  });
  if (run.signal.aborted) return;
  begin();
  end();
  send('messageStop', { stopReason });
  send('metadata', { usage, metrics: { latencyMs: Math.round(performance.now() - startedAt) } });
  response.end();
}

/**
 * Returns a delta that cites the first document for which the request enables citations.
 * https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_CitationsDelta.html
 */
function citationOf({ messages }: ConverseRequest) {
  const documents = messages.flatMap(({ content }) => content.flatMap(({ document }) => document ?? []));
  const [cited] = documents.filter(({ citations }) => citations?.enabled);
  if (!cited) return undefined;
  const documentPage = { documentIndex: 0, start: 1, end: 2 };
  return { citation: { title: cited.name, sourceContent: [{ text: 'Cited.' }], location: { documentPage } } };
}

async function whole(run: RunWithoutText, response: Response): Promise<void> {
  const startedAt = performance.now();
  const said = { thinking: '', reply: '', refusal: '' };
  const { stopReason, usage } = await runModelCall({
    ...run,
    onText(piece, kind) {
      said[kind] += piece;
    },
  });
  const thoughts = said.thinking ? [{ reasoningContent: { reasoningText: { text: said.thinking } } }] : [];
  response.writeHead(200, { 'content-type': 'application/json', 'x-amzn-requestid': randomUUID() }).end(
    JSON.stringify({
      output: { message: { role: 'assistant', content: [...thoughts, { text: said.reply + said.refusal }] } },
      stopReason,
      usage,
      metrics: { latencyMs: Math.round(performance.now() - startedAt) },
    }),
  );
}
