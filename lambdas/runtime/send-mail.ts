/** Sends mail through SES. Contents and recipients are never logged. */
import type { SendEmailCommandInput } from '@aws-sdk/client-sesv2';
import type { MailOutcome } from '#contract/admin';
import type { MailConfig } from '#contract/deployment-config';
import { credentials, timeouts } from './aws-client-settings.ts';
import { ENV } from './env-names.ts';
import { log } from './log.ts';
import { once } from './once.ts';

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** @default `replyTo` of the configuration */
  readonly replyTo?: string;
  /** @default none */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Configuration of mail as the functions get it. */
export type MailEnv = Omit<MailConfig, 'identity'> & { readonly configurationSet: string };

const ses = once(async () => {
  const { SESv2Client, SendEmailCommand } = await import('@aws-sdk/client-sesv2');
  return { client: new SESv2Client({ credentials, ...timeouts({ requestMs: 5_000 }) }), SendEmailCommand };
});

/** Undefined when this deployment sends no mail. */
export const mailConfig = once((): MailEnv | undefined => {
  const value = process.env[ENV.mail];
  return value ? (JSON.parse(value) as MailEnv) : undefined; // lib/config.ts validated it
});

/** Sends a mail. A failure is logged and returned, not thrown, because the caller decides what it means. */
export async function sendMail(mail: Mail): Promise<MailOutcome> {
  const config = mailConfig();
  if (!config) return 'off';
  try {
    const { client, SendEmailCommand } = await ses();
    await client.send(new SendEmailCommand(requestOf(mail, config)));
    return 'sent';
  } catch (error) {
    // SES quotes addresses in its messages, so only the error's name is logged.
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

/** SES requires a name with non-ASCII characters as encoded words (RFC 2047). */
function sender({ from, fromName }: MailEnv): string {
  if (fromName === undefined) return from;
  const isAscii = /^[\x20-\x7e]+$/.test(fromName);
  const name = isAscii ? `"${fromName.replaceAll('\\', '\\\\')}"` : encodedWords(fromName);
  return `${name} <${from}>`;
}

/**
 * Bytes of text that fit in an encoded word, which may have 75 characters. `=?UTF-8?B?` and `?=` take 12 of them. Of
 * the other 63, Base64 uses 60: 4 characters for every 3 bytes of text.
 */
const WORD_BYTES = 45;

/** Joins the encoded words by spaces, which mail programs drop. No word may end within a character. */
function encodedWords(text: string): string {
  const words = [''];
  for (const character of text) {
    const longer = `${words.at(-1)}${character}`;
    if (Buffer.byteLength(longer) <= WORD_BYTES) words[words.length - 1] = longer;
    else words.push(character);
  }
  return words.map((word) => `=?UTF-8?B?${Buffer.from(word).toString('base64')}?=`).join(' ');
}
