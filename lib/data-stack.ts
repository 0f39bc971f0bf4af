import { CfnOutput, Stack, type StackProps } from 'aws-cdk-lib';
import { UserPoolEmail } from 'aws-cdk-lib/aws-cognito';
import type { RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { ENV } from '../lambdas/runtime/env-names.ts';
import type { Config } from './config.ts';
import { DataTable } from './constructs/base/data-table.ts';
import { FilesBucket } from './constructs/files/files-bucket.ts';
import { UserDirectory } from './constructs/user-pool-and-triggers.ts';
import { senderZone } from './mail-sender-identity.ts';

export interface DataStackProps extends StackProps {
  readonly config: Config;
}

/** Tables, described in docs/architecture.md 3. */
export interface Tables {
  readonly chats: DataTable;
  readonly waitlist: DataTable;
  readonly invites: DataTable;
  readonly subscriptions: DataTable;
  readonly connections: DataTable;
  readonly usage: DataTable;
  readonly search: DataTable;
  readonly audit: DataTable;
}

function userPoolEmail(config: Config): UserPoolEmail {
  const { mail, productName, region } = config;
  if (!mail?.signInCodes) return UserPoolEmail.withCognito();
  const { from, fromName = productName, replyTo } = mail;
  const zone = senderZone(config);
  return UserPoolEmail.withSES({
    fromEmail: from,
    fromName,
    ...(replyTo !== undefined && { replyTo }),
    sesRegion: region,
    // With a zone, SES has an identity for the domain (`constructs/mail.ts`), but not for the sender's address. Without
    // this property, CDK would name an identity for the address, and Cognito refuses an identity that does not exist.
    ...(zone && { sesVerifiedDomain: zone.name }),
  });
}

export class DataStack extends Stack {
  readonly tables: Tables;
  readonly users: UserDirectory;
  readonly files: FilesBucket;

  constructor(scope: Construct, id: string, { config, ...props }: DataStackProps) {
    super(scope, id, props);
    const { protectData } = config;
    const logRetention: RetentionDays = config.logRetentionDays;
    this.tables = {
      chats: new DataTable(this, 'Chats', { envName: ENV.chatsTable, protectData, hasFeed: true }),
      waitlist: new DataTable(this, 'Waitlist', { envName: ENV.waitlistTable, protectData }),
      invites: new DataTable(this, 'Invites', { envName: ENV.invitesTable, protectData }),
      subscriptions: new DataTable(this, 'Subscriptions', { envName: ENV.subscriptionsTable, protectData }),
      connections: new DataTable(this, 'Connections', { envName: ENV.connectionsTable, protectData }),
      usage: new DataTable(this, 'Usage', { envName: ENV.usageTable, protectData }),
      search: new DataTable(this, 'Search', { envName: ENV.searchTable, protectData }),
      audit: new DataTable(this, 'Audit', { envName: ENV.auditTable, protectData }),
    };
    for (const [name, { tableName }] of Object.entries(this.tables))
      new CfnOutput(this, `${name.charAt(0).toUpperCase()}${name.slice(1)}Table`, { value: tableName });
    this.files = new FilesBucket(this, 'Files', { protectData });
    new CfnOutput(this, 'FilesBucket', { value: this.files.bucket.bucketName });
    this.users = new UserDirectory(this, 'Users', {
      invites: this.tables.invites,
      connections: this.tables.connections,
      email: userPoolEmail(config),
      protectData,
      logRetention,
    });
  }
}
