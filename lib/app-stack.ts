import { CfnOutput, Stack, type StackProps } from 'aws-cdk-lib';
import type { RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { Config } from './config.ts';
import { Account } from './constructs/account-api-and-deletion.ts';
import { Admin } from './constructs/admin.ts';
import { Alarms } from './constructs/alarms.ts';
import { ProductHttpApi } from './constructs/apis/http-api.ts';
import { OriginSecret } from './constructs/apis/origin-secret.ts';
import { SocketApi } from './constructs/apis/socket-api.ts';
import { Billing } from './constructs/billing.ts';
import { ChatImport } from './constructs/chat-import.ts';
import { ChatRetention } from './constructs/chat-retention.ts';
import { Removals } from './constructs/clean-up-after-removals.ts';
import { Files } from './constructs/files/files-api.ts';
import { FilesCors } from './constructs/files/files-cors.ts';
import { HostedUi, IdentityPool } from './constructs/hosted-ui-and-identity-pool.ts';
import { Personal } from './constructs/instructions-and-prompts.ts';
import { LostWork } from './constructs/lost-work-count.ts';
import { Mail } from './constructs/mail.ts';
import { OperatorDashboard } from './constructs/operator-dashboard.ts';
import { OperatorMetrics } from './constructs/operator-metrics.ts';
import { Projects } from './constructs/projects.ts';
import { ReplyWorker } from './constructs/reply-worker.ts';
import { Search } from './constructs/search.ts';
import { SecondFactor } from './constructs/second-factor-api.ts';
import { Sharing } from './constructs/sharing.ts';
import { SignUp } from './constructs/sign-up-password-reset-and-waitlist.ts';
import { DiagramHeaders } from './constructs/site/diagram-headers.ts';
import { Site } from './constructs/site/distribution.ts';
import { Firewall } from './constructs/site/firewall.ts';
import { hstsCoversSubdomains, SecurityHeaders } from './constructs/site/security-headers.ts';
import { SiteContent } from './constructs/site/site-content.ts';
import { ChatFunctions } from './constructs/socket-and-chats-api-functions.ts';
import { Support } from './constructs/support-api.ts';
import { Usage } from './constructs/usage-api.ts';
import { WebClient } from './constructs/web-app-oauth-client.ts';
import type { DataStack } from './data-stack.ts';

export interface AppStackProps extends StackProps {
  readonly config: Config;
  readonly data: DataStack;
  /** Folder of the built site. @default `dist/web` in the repository */
  readonly siteFolder?: string;
}

/**
 * Stack of everything that can be replaced without losing data. Each construct can refer only to constructs made before
 * it. So the order is: APIs, distribution, Cognito app client (whose callback URL is the distribution's), authorizers,
 * routes.
 */
export class AppStack extends Stack {
  readonly mail: Mail | undefined;

  constructor(scope: Construct, id: string, { config, data, siteFolder, ...props }: AppStackProps) {
    super(scope, id, props);
    const { tables } = data;
    const { pool } = data.users;
    const { protectData } = config;
    const logRetention: RetentionDays = config.logRetentionDays;

    const originSecret = new OriginSecret(this, 'OriginSecret');
    const httpApi = new ProductHttpApi(this, 'HttpApi', { logRetention, originSecret });
    const socket = new SocketApi(this, 'SocketApi', { logRetention });

    const hostedUi = new HostedUi(this, 'HostedUi', { pool, prefix: `${config.slug}-${config.stage}` });
    const cognito = {
      userPool: `https://cognito-idp.${this.region}.${this.urlSuffix}/`,
      identityPool: `https://cognito-identity.${this.region}.${this.urlSuffix}/`,
    };
    // Names of CloudFront's policies must be unique in the AWS account, across all its regions.
    const globalName = `${config.slug}-${config.stage}-${config.region}`;
    const hstsSubdomains = hstsCoversSubdomains(config.domain);
    const connect = [`https://${hostedUi.host}`, cognito.userPool, cognito.identityPool, data.files.url];
    const site = new Site(this, 'Site', {
      globalName,
      apiHost: httpApi.host,
      socketHost: socket.host,
      originHeaders: originSecret.headers,
      responseHeaders: new SecurityHeaders(this, 'SecurityHeaders', {
        ...{ name: globalName, hstsSubdomains, connect },
      }),
      sharedHeaders: new SecurityHeaders(this, 'SharedHeaders', {
        ...{ name: `${globalName}-shared`, hstsSubdomains, connect, isListed: false },
      }),
      files: data.files.bucket,
      diagramHeaders: new DiagramHeaders(this, 'DiagramHeaders', {
        name: `${globalName}-diagram`,
        hstsSubdomains,
      }),
      protectData,
      ...(config.firewall && {
        firewall: new Firewall(this, 'Firewall', { limits: config.firewall }).arn,
      }),
      ...(config.domain && { domain: config.domain }),
    });

    const client = new WebClient(this, 'WebClient', { pool, siteUrl: site.url });
    const identities = new IdentityPool(this, 'IdentityPool', { pool, client });
    data.files.grantUpload(identities);
    new FilesCors(this, 'FilesCors', { bucket: data.files.bucket, origin: site.url, logRetention });
    const tokens = { issuer: `${cognito.userPool}${pool.userPoolId}`, audience: client.userPoolClientId };

    this.mail = config.mail && new Mail(this, 'Mail', { config });
    httpApi.requireTokensOf({ ...tokens, revocations: tables.connections });
    const replies = new ReplyWorker(this, 'Replies', { config, tables, files: data.files, socket });
    new ChatFunctions(this, 'Functions', {
      ...{ config, tables, socket, httpApi, originSecret, replies, tokens },
      siteUrl: site.url,
    });
    const search = new Search(this, 'Search', { config, tables, httpApi, files: data.files });
    const account = new Account(this, 'Leaving', {
      ...{ config, tables, pool, httpApi, socket },
      files: data.files,
    });
    const removal = new Removals(this, 'ChatRemoval', {
      ...{ config, tables },
      deletionJob: account.job,
      files: data.files,
    });
    new Files(this, 'Files', {
      ...{ config, tables, httpApi, socket },
      bucket: data.files,
      identityPoolId: identities.id,
      issuer: tokens.issuer,
    });
    new SecondFactor(this, 'SecondFactor', { config, tables, pool, httpApi, socket });
    new Personal(this, 'Personal', { config, tables, httpApi, socket });
    new ChatImport(this, 'Import', { config, tables, httpApi, socket });
    new Projects(this, 'Projects', { config, tables, httpApi, socket });
    new Usage(this, 'Usage', { config, tables, httpApi });
    const retention = new ChatRetention(this, 'Retention', { config, tables, pool });
    const { mail } = this;
    const shared = { config, tables, pool, httpApi, siteUrl: site.url };
    new Sharing(this, 'Sharing', { config, tables, httpApi, socket, siteUrl: site.url, mail });
    if (mail) new Support(this, 'Support', { ...shared, mail });
    new SignUp(this, 'GettingIn', { ...shared, socket, mail, clientId: tokens.audience });
    new Admin(this, 'Admin', { ...shared, socket, mail });
    const billing = new Billing(this, 'Billing', shared);
    if (billing.stripe) account.endSubscriptionsAt(billing.stripe);

    new SiteContent(this, 'SiteContent', {
      bucket: site.bucket,
      ...(siteFolder !== undefined && { folder: siteFolder }),
      logRetention,
      config: {
        productName: config.productName,
        region: this.region,
        userPoolId: pool.userPoolId,
        userPoolClientId: client.userPoolClientId,
        identityPoolId: identities.id,
        hostedUiDomain: hostedUi.host,
        userPoolEndpoint: cognito.userPool,
        identityPoolEndpoint: cognito.identityPool,
        payments: config.payments,
        hasSupport: config.mail !== undefined,
        sharing: config.sharing,
        files: { bucketEndpoint: data.files.url },
      },
    });

    const lost = new LostWork(this, 'LostWork', {
      config,
      queues: [
        replies.lost,
        search.lost,
        removal.lost,
        account.lost,
        retention.lost,
        ...(billing.stripe ? [billing.stripe.lost] : []),
      ],
    });
    const metrics = new OperatorMetrics(config.metricNamespace, {
      failures: replies.failures,
      lost: lost.metric,
      httpApiId: httpApi.api.apiId,
    });
    const alarms = new Alarms(this, 'Alarms', {
      metrics,
      dailyCost: config.dailyCostAlarmUsd,
      ...(config.alarmEmail !== undefined && { email: config.alarmEmail }),
    });
    new OperatorDashboard(this, 'Dashboard', { metrics, alarms });

    new CfnOutput(this, 'SiteUrl', { value: site.url, description: 'The address of the product.' });
    new CfnOutput(this, 'SiteBucket', { value: site.bucket.bucketName });
    new CfnOutput(this, 'UserPoolId', { value: pool.userPoolId });
    new CfnOutput(this, 'OriginSecretArn', { value: originSecret.arn });
    if (billing.stripe) {
      const { url, apply } = billing.stripe;
      new CfnOutput(this, 'WebhookUrl', { value: url, description: 'Where Stripe sends its events.' });
      new CfnOutput(this, 'BillingApplyFunction', { value: apply.functionName });
    }
  }
}
