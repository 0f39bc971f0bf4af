import { AwsError } from '../aws-json/aws-json-service.ts';
import type { Clock } from '../emulator-types.ts';

const PATH = '/v2/email/suppression/addresses';
const REASONS = ['BOUNCE', 'COMPLAINT'];

interface Suppressed {
  readonly EmailAddress: string;
  readonly Reason: string;
  /** Unix seconds. */
  readonly LastUpdateTime: number;
}

export interface Suppression {
  actionOf(method: string, url: string): string | undefined;
  /** Answers a call that `actionOf` has named. @throws AwsError for an invalid body or an address that is not listed */
  answer(method: string, url: string, body: Readonly<Record<string, unknown>>): object;
  has(email: string): boolean;
}

const NAMES: Readonly<Record<string, string>> = {
  'GET list': 'ListSuppressedDestinations',
  'PUT list': 'PutSuppressedDestination',
  'GET one': 'GetSuppressedDestination',
  'DELETE one': 'DeleteSuppressedDestination',
};

/**
 * Emulates SES's suppression list, whose addresses get no mail.
 * https://docs.aws.amazon.com/ses/latest/APIReference-V2/API_SuppressedDestination.html
 */
export function createSuppression(clock: Clock): Suppression {
  const list = new Map<string, Suppressed>();
  const emailIn = (url: string): string =>
    decodeURIComponent(url.split('?')[0]?.slice(PATH.length + 1) ?? '').toLowerCase();

  function actionOf(method: string, url: string): string | undefined {
    if (!url.startsWith(PATH)) return undefined;
    return NAMES[`${method} ${emailIn(url) === '' ? 'list' : 'one'}`];
  }

  function put({ EmailAddress, Reason }: Readonly<Record<string, unknown>>): object {
    if (typeof EmailAddress !== 'string' || !EmailAddress.includes('@') || !REASONS.includes(String(Reason)))
      throw new AwsError('BadRequestException', 'An address and a reason are needed: BOUNCE or COMPLAINT.');
    const email = EmailAddress.toLowerCase();
    list.set(email, {
      EmailAddress: email,
      Reason: String(Reason),
      LastUpdateTime: Math.floor(clock.now() / 1000),
    });
    return {};
  }

  function known(email: string): Suppressed {
    const found = list.get(email);
    if (!found)
      throw new AwsError(
        'NotFoundException',
        `Email address ${email} does not exist on your suppression list.`,
        404,
      );
    return found;
  }

  return {
    actionOf,
    has: (email) => list.has(email.toLowerCase()),
    answer(method, url, body) {
      switch (actionOf(method, url)) {
        case 'PutSuppressedDestination':
          return put(body);
        case 'GetSuppressedDestination':
          return { SuppressedDestination: known(emailIn(url)) };
        case 'DeleteSuppressedDestination':
          known(emailIn(url));
          list.delete(emailIn(url));
          return {};
        default:
          return { SuppressedDestinationSummaries: [...list.values()] };
      }
    },
  };
}
