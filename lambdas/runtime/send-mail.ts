/** Sending mail through SES, as the deployment's configuration says. What is mailed, and to whom, is never logged. */
import type { SendEmailCommandInput } from '@aws-sdk/client-sesv2';
import type { MailOutcome } from '#contract/admin';
import type { MailConfig } from '#contract/config';
import { credentials, once, timeouts } from './aws-clients.ts';
import { ENV } from './env-names.ts';
import { log } from './log.ts';

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** @default as configured */
  readonly replyTo?: string;
  /** By name. @default none beyond those that every mail has */
  readonly headers?: Readonly<Record<string, string>>;
}

/** The configuration, and the configuration set that SES sends by. */
export type MailEnv = MailConfig & { readonly configurationSet: string };

const ses = once(async () => {
  const { SESv2Client, SendEmailCommand } = await import('@aws-sdk/client-sesv2');
  return { client: new SESv2Client({ credentials, ...timeouts({ requestMs: 5_000 }) }), SendEmailCommand };
});

/** How this deployment sends mail; undefined where it sends none. */
export const mailConfig = once((): MailEnv | undefined => {
  const value = process.env[ENV.mail];
  return value ? (JSON.parse(value) as MailEnv) : undefined; // lib/config.ts validated it
});

/** Sends a mail. A failure is an outcome, logged with its cause: what led to the mail has happened already. */
export async function sendMail(mail: Mail): Promise<MailOutcome> {
  const config = mailConfig();
  if (!config) return 'off';
  try {
    const { client, SendEmailCommand } = await ses();
    await client.send(new SendEmailCommand(requestOf(mail, config)));
    return 'sent';
  } catch (error) {
    // SES quotes addresses in its messages: the name of the failure must do.
    log('ERROR', 'mail not sent', {
      action: 'sendMail',
      code: error instanceof Error ? error.name : 'unknown',
    });
    return 'failed';
  }
}

function requestOf(mail: Mail, config: MailEnv): SendEmailCommandInput {
  const { to, subject, text, html, replyTo = config.replyTo, headers = {} } = mail;
  const part = (Data: string) => ({ Data, Charset: 'UTF-8' });
  const Headers = Object.entries(headers).map(([Name, Value]) => ({ Name, Value }));
  return {
    FromEmailAddress: sender(config),
    Destination: { ToAddresses: [to] },
    ...(replyTo !== undefined && { ReplyToAddresses: [replyTo] }),
    ConfigurationSetName: config.configurationSet,
    Content: {
      Simple: {
        Subject: part(subject),
        Body: { Text: part(text), Html: part(html) },
        ...(Headers.length > 0 && { Headers }),
      },
    },
  };
}

/** `"Name" <address>`; SES wants a name beyond ASCII as an encoded word (RFC 2047). */
function sender({ from, fromName }: MailConfig): string {
  if (fromName === undefined) return from;
  const isAscii = /^[\x20-\x7e]+$/.test(fromName);
  const name = isAscii ? `"${fromName}"` : `=?UTF-8?B?${Buffer.from(fromName).toString('base64')}?=`;
  return `${name} <${from}>`;
}
