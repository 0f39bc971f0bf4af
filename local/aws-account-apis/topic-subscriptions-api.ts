import { AwsError } from '../aws-json/aws-json-service.ts';
import { awsQueryService, type QueryCall, type XmlObject } from '../aws-query/aws-query-service.ts';
import { ACCOUNT } from '../region-and-account.ts';
import type { AccountApiOptions } from './account-api-options.ts';

const NAMESPACE = 'http://sns.amazonaws.com/doc/2010-03-31/';
/** Value of `SubscriptionArn` until the receiver has opened the link in SNS's confirmation mail. */
const PENDING = 'PendingConfirmation';
/** https://docs.aws.amazon.com/sns/latest/api/API_ListSubscriptionsByTopic.html#API_ListSubscriptionsByTopic_Errors */
const DENIED = 'AuthorizationError';

/** https://docs.aws.amazon.com/sns/latest/api/API_ListSubscriptionsByTopic.html */
export function createTopicSubscriptionsApi({ settings, stacks, authorize, faults }: AccountApiOptions) {
  const topics = () =>
    stacks()
      .flatMap(({ resources }) => resources)
      .filter(({ type }) => type === 'AWS::SNS::Topic')
      .map(({ ref }) => ref);
  const call = ({ action, input, accessKeyId }: QueryCall) =>
    faults.around({ service: 'sns', action, request: () => input.toString() }, (): XmlObject => {
      const TopicArn = input.get('TopicArn') ?? '';
      authorize(accessKeyId, `sns:${action}`, TopicArn);
      if (action !== 'ListSubscriptionsByTopic')
        throw new AwsError('InvalidAction', `SNS's ${action} is not emulated`);
      if (!topics().includes(TopicArn)) throw new AwsError('NotFound', 'Topic does not exist', 404);
      const Subscriptions = settings.subscriptions.map(({ email, isConfirmed }, i) => ({
        TopicArn,
        Protocol: 'email',
        SubscriptionArn: isConfirmed ? `${TopicArn}:00000000-0000-0000-0000-00000000000${i}` : PENDING,
        Owner: ACCOUNT,
        Endpoint: email,
      }));
      return { Subscriptions };
    });
  return awsQueryService(NAMESPACE, call, DENIED);
}
