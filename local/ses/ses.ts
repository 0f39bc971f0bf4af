/** Emulates these parts of version 2 of SES's API: SendEmail, the suppression list, and reads of the account. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { AwsError, accessKeyIn, wireError } from '../aws-json/aws-json-service.ts';
import type { Authorize, Clock } from '../emulator-types.ts';
import type { Faults, Step } from '../faults/faults.ts';
import type { Mail } from '../outbox/outbox.ts';
import { ACCOUNT, REGION } from '../region-and-account.ts';
import { type MailAccount, READY_MAIL_ACCOUNT, verifiedIdentity } from './ses-account.ts';
import { accountActionOf, answerAboutAccount } from './ses-read-calls.ts';
import { createSuppression } from './suppression.ts';

export { isVerified } from './ses-account.ts';

export interface MailApiOptions {
  /** Addresses and domains that the templates declare as identities. */
  readonly identities: readonly string[];
  readonly configurationSets: readonly string[];
  /** @default an account with production access, whose identities are all verified */
  readonly account?: () => MailAccount;
  readonly deliver: (mail: Mail) => void;
  readonly clock: Clock;
  readonly authorize: Authorize;
  readonly faults: Faults;
  readonly callerOf?: (accessKeyId: string) => string | undefined;
}

interface Part {
  readonly Data?: string;
}
/** Body of SendEmail. https://docs.aws.amazon.com/ses/latest/APIReference-V2/API_SendEmail.html */
interface SendEmail {
  readonly FromEmailAddress?: string;
  readonly Destination?: { readonly ToAddresses?: readonly string[] };
  readonly ReplyToAddresses?: readonly string[];
  readonly ConfigurationSetName?: string;
  readonly Content?: {
    readonly Simple?: {
      readonly Subject?: Part;
      readonly Headers?: readonly { readonly Name?: string; readonly Value?: string }[];
      readonly Body?: { readonly Text?: Part; readonly Html?: Part };
    };
  };
}

const PATH = '/v2/email/outbound-emails';
/** https://docs.aws.amazon.com/ses/latest/dg/quotas.html */
const MAX_RECIPIENTS = 50;
/** https://docs.aws.amazon.com/ses/latest/APIReference-V2/API_Message.html */
const MAX_HEADERS = 15;

const arn = (kind: string, name: string): string => `arn:aws:ses:${REGION}:${ACCOUNT}:${kind}/${name}`;

export function createMailApi(options: MailApiOptions) {
  const suppression = createSuppression(options.clock);
  const { account = () => READY_MAIL_ACCOUNT } = options;
  // A mail to a suppressed address is accepted but not delivered, as in SES.
  const deliver = (mail: Mail): void => {
    if (!suppression.has(mail.to)) options.deliver(mail);
  };
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const headers = { 'content-type': 'application/json', 'x-amzn-requestid': randomUUID() };
    try {
      const body = JSON.parse((await buffer(request)).toString() || '{}');
      const { method = '', url = '' } = request;
      const accountAction = accountActionOf(method, url);
      const action = accountAction ?? suppression.actionOf(method, url);
      if (action) options.authorize(accessKeyIn(request.headers.authorization), `ses:${action}`, '*');
      const step = (of: string): Step => ({
        ...{ service: 'ses', action: of, request: () => `${url} ${JSON.stringify(body)}` },
        caller: options.callerOf?.(accessKeyIn(request.headers.authorization)),
      });
      const answer = action
        ? await options.faults.around(step(action), () =>
            accountAction
              ? answerAboutAccount(url, account(), options)
              : suppression.answer(method, url, body),
          )
        : { MessageId: await send({ ...options, deliver }, request, body as SendEmail) }; // mailsOf checks the input
      response.writeHead(200, headers).end(JSON.stringify(answer));
    } catch (error) {
      const { code, status, message } = wireError(error);
      response.writeHead(status, { ...headers, 'x-amzn-errortype': code }).end(JSON.stringify({ message }));
    }
  };
}

function send(options: MailApiOptions, request: IncomingMessage, input: SendEmail): Promise<string> {
  const caller = options.callerOf?.(accessKeyIn(request.headers.authorization));
  const step = { service: 'ses', action: 'SendEmail', caller, request: () => JSON.stringify(input) } as const;
  return options.faults.around(step, () => deliver(options, request, input));
}

function deliver(options: MailApiOptions, request: IncomingMessage, input: SendEmail): string {
  if (request.method !== 'POST' || request.url !== PATH)
    throw new AwsError('UnknownOperationException', `SES's ${request.method} ${request.url} is not emulated`);
  const { authorize, identities, configurationSets, account = () => READY_MAIL_ACCOUNT } = options;
  const accessKeyId = accessKeyIn(request.headers.authorization);
  const from = input.FromEmailAddress ?? '';
  const address = /<([^<>]+)>$/.exec(from)?.[1] ?? from;
  const sender = verifiedIdentity(address, identities, account());
  if (sender === undefined)
    throw new AwsError('MessageRejected', `Email address is not verified: ${address}`);
  const may = (kind: string, name: string) =>
    authorize(accessKeyId, 'ses:SendEmail', arn(kind, name), { 'ses:FromAddress': address });
  may('identity', sender);
  if (!account().isSending) throw new AwsError('SendingPausedException', 'Sending paused for this account.');
  const set = input.ConfigurationSetName;
  if (set !== undefined) {
    may('configuration-set', set);
    if (!configurationSets.includes(set))
      throw new AwsError('NotFoundException', `Configuration set <${set}> does not exist.`);
  }
  if (!account().hasProductionAccess)
    for (const recipient of input.Destination?.ToAddresses ?? [])
      may('identity', recipientIdentity(recipient, options));
  for (const mail of mailsOf(input)) options.deliver({ ...mail, from });
  return randomUUID();
}

/**
 * Returns the recipient's verified identity. In the sandbox, SendEmail needs the right `ses:SendEmail` on this identity
 * as well as on the sender's:
 * https://github.com/aws/aws-sdk-js/issues/3641, https://github.com/GSA/data.gov/issues/3810.
 * Throws MessageRejected for a recipient that is not verified:
 * https://docs.aws.amazon.com/ses/latest/dg/request-production-access.html.
 */
function recipientIdentity(
  recipient: string,
  { identities, account = () => READY_MAIL_ACCOUNT }: MailApiOptions,
): string {
  const identity = verifiedIdentity(recipient, identities, account());
  if (identity !== undefined) return identity;
  const where = `The following identities failed the check in region ${REGION.toUpperCase()}`;
  throw new AwsError('MessageRejected', `Email address is not verified. ${where}: ${recipient}`);
}

function mailsOf({ Destination, ReplyToAddresses, Content }: SendEmail): Omit<Mail, 'from'>[] {
  const to = Destination?.ToAddresses ?? [];
  const { Subject, Body, Headers = [] } = Content?.Simple ?? {};
  const subject = Subject?.Data ?? '';
  if (to.length === 0 || to.length > MAX_RECIPIENTS || subject === '' || !(Body?.Text ?? Body?.Html))
    throw new AwsError('BadRequestException', 'A mail has recipients, a subject and a body.');
  // SES accepts only ASCII in the local part of an address.
  const bad = to.find((one) => !ADDRESS.test(one));
  if (bad !== undefined)
    throw new AwsError('BadRequestException', `Local address contains control or whitespace`);
  if (/[\r\n]/.test(subject)) throw new AwsError('BadRequestException', 'The subject contains a line break.');
  const [replyTo] = ReplyToAddresses ?? [];
  if (replyTo !== undefined && !ADDRESS.test(replyTo))
    throw new AwsError('BadRequestException', 'Local address contains control or whitespace');
  const headers = headersOf(Headers);
  return to.map((one) => ({
    to: one,
    subject,
    text: Body?.Text?.Data ?? '',
    ...(Body?.Html?.Data !== undefined && { html: Body.Html.Data }),
    ...(replyTo !== undefined && { replyTo }),
    ...(Headers.length > 0 && { headers }),
  }));
}

const ADDRESS = /^[\x21-\x7e]+@[a-z0-9.-]+$/i;

/** https://docs.aws.amazon.com/ses/latest/APIReference-V2/API_MessageHeader.html */
function headersOf(
  headers: readonly { readonly Name?: string; readonly Value?: string }[],
): Readonly<Record<string, string>> {
  const entries = headers.map(({ Name = '', Value = '' }): [string, string] => [Name, Value]);
  const isBad = ([name, value]: [string, string]) =>
    !/^[\x21-\x39\x3b-\x7e]{1,126}$/.test(name) || !/^[\x20-\x7e]{1,870}$/.test(value);
  if (headers.length > MAX_HEADERS || entries.some(isBad))
    throw new AwsError('BadRequestException', 'A header is not acceptable.');
  return Object.fromEntries(entries);
}
