/** Checks that alarms are mailed to an address, and that its owner has confirmed the subscription. */
import { paginateListSubscriptionsByTopic, SNSClient, type Subscription } from '@aws-sdk/client-sns';
import { deployCommand } from '../cdk-commands-in-advice.ts';
import { type Check, ok, warning } from '../check.ts';

export const alarms: Check = {
  name: 'alarms',
  async look(examined) {
    const { config, deployment, aws } = examined;
    const { alarmEmail, stage } = config;
    if (alarmEmail === undefined) {
      const why = 'No alarmEmail is configured: alarms are seen in the console alone.';
      return stage === 'prod'
        ? warning(why, `${deployCommand(examined)} -c alarmEmail=you@example.com`)
        : ok(why);
    }
    const [TopicArn] = deployment.resources('AWS::SNS::Topic');
    if (TopicArn === undefined) return ok(`${alarmEmail} gets a mail to confirm with the first deployment.`);
    const client = new SNSClient(aws);
    try {
      const found: Subscription[] = [];
      for await (const { Subscriptions = [] } of paginateListSubscriptionsByTopic({ client }, { TopicArn }))
        found.push(...Subscriptions);
      const own = found.filter(({ Endpoint }) => Endpoint === alarmEmail);
      if (own.length === 0) return warning(`${alarmEmail} gets no alarms yet.`, deployCommand(examined));
      if (own.some(({ SubscriptionArn }) => SubscriptionArn?.startsWith('arn:')))
        return ok(`${alarmEmail} gets alarms.`);
      return warning(
        `${alarmEmail} has not confirmed: no alarm arrives.`,
        `Open the link in the mail of AWS Notifications, or have it sent again: aws sns subscribe --region ${aws.region} --topic-arn ${TopicArn} --protocol email --notification-endpoint ${alarmEmail}`,
      );
    } finally {
      client.destroy();
    }
  },
};
