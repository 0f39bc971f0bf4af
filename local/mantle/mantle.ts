/**
 * Emulates `bedrock-mantle`, Bedrock's endpoint for OpenAI's Responses API, as far as the product calls it.
 * https://docs.aws.amazon.com/bedrock/latest/userguide/inference-responses-api.html
 */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { AwsError, wireError } from '../aws-json/aws-json-service.ts';
import type { Account, ConverseRequest, ReplySource } from '../bedrock/bedrock.ts';
import { PromptCache } from '../bedrock/prompt-cache.ts';
import { runModelCall } from '../bedrock/run-model-call.ts';
import type { Authorize, Clock } from '../emulator-types.ts';
import type { Faults } from '../faults/faults.ts';
import type { KeySecret } from '../iam/iam.ts';
import { ACCOUNT } from '../region-and-account.ts';
import { checkSignature } from './check-signature.ts';
import { cacheOf, factsOf } from './model-facts.ts';
import { EventWriter } from './responses-event-writer.ts';
import { checkFiles, parseRequest, type ResponsesRequest, toConversation } from './responses-request.ts';

export interface MantleOptions {
  readonly source: ReplySource;
  readonly authorize: Authorize;
  readonly faults: Faults;
  readonly clock: Clock;
  readonly keyOf: (accessKeyId: string) => KeySecret | undefined;
  readonly callerOf?: (accessKeyId: string) => string | undefined;
  /** ARNs of the projects that the templates make. Each account also has a default project in each region. */
  readonly projects?: readonly string[];
  readonly account?: Pick<Account, 'models'>;
}

/** Code of a fault (`local/faults`) that cuts the connection instead of answering. */
export const CUT = 'ECONNRESET';

const ROUTE = /^(\/openai\/v1|\/v1)\/responses$/;

const ERRORS: Readonly<Record<string, readonly [status: number, code: string, type: string]>> = {
  AccessDeniedException: [403, 'access_denied', 'permission_denied_error'],
  UnrecognizedClientException: [401, 'invalid_api_key', 'permission_denied_error'],
  UnknownOperationException: [404, 'not_found_error', 'invalid_request_error'],
  ResourceNotFoundException: [404, 'not_found_error', 'invalid_request_error'],
  ValidationException: [400, 'validation_error', 'invalid_request_error'],
  ThrottlingException: [429, 'rate_limit_exceeded', 'rate_limit_error'],
  ServiceUnavailableException: [503, 'service_unavailable', 'server_error'],
};
const DEFECT = [500, 'internal_server_error', 'server_error'] as const;

export function createMantle(options: MantleOptions) {
  const cache = new PromptCache(options.clock, cacheOf);
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const gone = new AbortController();
    response.on('close', () => gone.abort());
    const writer = new EventWriter((event) => void response.write(event));
    try {
      await answer({ ...options, cache }, { request, response, writer, signal: gone.signal });
    } catch (error) {
      const { code: name, message } = wireError(error);
      const [status, code, type] = ERRORS[name] ?? DEFECT;
      if (response.destroyed) return;
      if (name === CUT) response.destroy();
      else if (response.headersSent) {
        writer.fail({ code, message });
        response.end();
      } else
        response
          .writeHead(status, { 'content-type': 'application/json', 'x-amzn-requestid': randomUUID() })
          .end(JSON.stringify({ error: { code, message, param: null, type } }));
    }
  };
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly writer: EventWriter;
  readonly signal: AbortSignal;
}

async function answer(
  options: MantleOptions & { readonly cache: PromptCache },
  { request, response, writer, signal }: Exchange,
): Promise<void> {
  const { source, cache, authorize, faults, clock, keyOf, callerOf } = options;
  const { url = '', method = '', headers } = request;
  const body = await text(request);
  const signing = { service: 'bedrock-mantle', keyOf, now: clock.now() };
  const { accessKeyId, region } = checkSignature({ method, url, headers, body }, signing);
  const caller = callerOf?.(accessKeyId);
  const project = String(headers['openai-project'] ?? 'default');
  authorize(accessKeyId, 'bedrock-mantle:CreateInference', projectArn(options, region, project));
  await faults.strike({ service: 'bedrock', action: 'CreateInference', caller, request: () => body });
  const path = ROUTE.exec(url)?.[1];
  if (path === undefined || method !== 'POST')
    throw new AwsError('UnknownOperationException', `bedrock-mantle's ${method} ${url} is not emulated`, 404);
  const asked = parseRequest(body);
  checkModel(asked, { path, region, account: options.account });
  const conversation = toConversation(asked);
  checkInputs(conversation, asked.model);
  // The endpoint opens its stream before the model answers.
  response.writeHead(200, { 'content-type': 'text/event-stream', 'x-amzn-requestid': randomUUID() });
  writer.begin();
  const outcome = await runModelCall({
    ...{ request: conversation, modelId: asked.model, source, cache, faults, caller, signal },
    mantle: { region, path, reasoning: asked.reasoning },
    onText: (piece, kind) => writer.piece(piece, kind),
  });
  if (signal.aborted) return;
  writer.end(outcome);
  response.end();
}

function projectArn({ projects = [] }: MantleOptions, region: string, id: string): string {
  const arn = `arn:aws:bedrock-mantle:${region}:${ACCOUNT}:project/${id}`;
  if (id !== 'default' && !projects.includes(arn))
    throw new AwsError('ResourceNotFoundException', `The project '${id}' does not exist`);
  return arn;
}

function checkInputs(conversation: ConverseRequest, model: string): void {
  checkFiles(conversation);
  const { takesImages = true, takesFiles = false } = factsOf(model) ?? {};
  const blocks = conversation.messages.flatMap(({ content }) => content);
  if (!takesImages && blocks.some(({ image }) => image))
    throw new AwsError('ValidationException', `model ${model} does not support the 'input_image' type`);
  if (!takesFiles && blocks.some(({ document }) => document))
    throw new AwsError('ValidationException', `model ${model} does not support the 'input_file' type`);
}

interface Place {
  readonly path: string;
  readonly region: string;
  readonly account: MantleOptions['account'];
}

function checkModel(
  { model, max_output_tokens = 0 }: ResponsesRequest,
  { path, region, account }: Place,
): void {
  const facts = factsOf(model);
  const access = account?.models.get(model) ?? {};
  if (!facts?.regions.includes(region) || access.isInRegion === false || access.isRetired)
    throw new AwsError('ResourceNotFoundException', `The model '${model}' does not exist`);
  if (facts.path !== path)
    throw new AwsError('ValidationException', `model ${model} isn't supported on this route`);
  if (access.isAuthorized === false)
    throw new AwsError('AccessDeniedException', `${model} is not enabled for this account`);
  if (access.hasTokensLeft === false)
    throw new AwsError('ThrottlingException', 'Too many tokens per day, please wait before trying again.');
  if (facts.maxOutputTokens !== undefined && max_output_tokens > facts.maxOutputTokens)
    throw new AwsError(
      'ValidationException',
      `Invalid 'max_output_tokens': expected a value <= ${facts.maxOutputTokens}, but got ${max_output_tokens} instead.`,
    );
}
