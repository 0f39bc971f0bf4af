import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import { AccountRecovery, FeaturePlan, Mfa, UserPool, type UserPoolEmail } from 'aws-cdk-lib/aws-cognito';
import { Policy, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { ADMINS } from '#contract/admin-group';
import { PASSWORD_MIN_LENGTH } from '#contract/limits';
import { ENV } from '../../lambdas/runtime/env-names.ts';
import { acknowledge } from './base/acknowledge-findings.ts';
import { AppFunction } from './base/app-function.ts';
import type { DataTable } from './base/data-table.ts';

/**
 * Cognito waits 5 seconds for a trigger, which makes at most two calls in sequence. An attempt of a call times out
 * after 700 ms, so that three attempts of each call and the pauses between them fit into the 5 seconds.
 * https://docs.aws.amazon.com/cognito/latest/developerguide/cognito-user-pools-working-with-lambda-triggers.html
 */
const TRIGGER = { timeout: Duration.seconds(5), environment: { [ENV.attemptMaxMs]: '700' } };

export interface UserDirectoryProps {
  readonly invites: DataTable;
  readonly connections: DataTable;
  readonly email: UserPoolEmail;
  readonly protectData: boolean;
  readonly logRetention: RetentionDays;
}

/** Cognito user pool with its admin group and its triggers. */
export class UserDirectory extends Construct {
  readonly pool: UserPool;
  /** Refuses a sign-up without a reserved use of an invite, for example through Cognito's public API. */
  readonly preSignUp: AppFunction;
  readonly preTokenGeneration: AppFunction;
  readonly customMessage: AppFunction;
  /** Ends all sign-ins of a user who has replaced a forgotten password. */
  readonly postConfirmation: AppFunction;

  constructor(scope: Construct, id: string, props: UserDirectoryProps) {
    super(scope, id);
    const { protectData, logRetention, invites, connections, email } = props;
    const trigger = (name: string, entry: string) =>
      new AppFunction(this, name, { ...TRIGGER, entry, logRetention });
    this.preSignUp = trigger('PreSignUp', 'triggers/preSignUp.ts');
    invites.grantUse(this.preSignUp, 'GetItem');
    this.preTokenGeneration = trigger('PreTokenGeneration', 'triggers/preTokenGeneration.ts');
    this.customMessage = trigger('CustomMessage', 'triggers/customMessage.ts');
    this.postConfirmation = trigger('PostConfirmation', 'triggers/postConfirmation.ts');
    connections.grantUse(this.postConfirmation, 'UpdateItem');
    this.pool = new UserPool(this, 'Pool', {
      selfSignUpEnabled: true,
      lambdaTriggers: {
        preSignUp: this.preSignUp,
        preTokenGeneration: this.preTokenGeneration,
        customMessage: this.customMessage,
        postConfirmation: this.postConfirmation,
      },
      signInAliases: { email: true },
      signInCaseSensitive: false,
      autoVerify: { email: true },
      // After a change, the old address stays valid until the new one is verified.
      keepOriginal: { email: true },
      // Eight characters and no composition rules (docs/spec.md 5), as NIST SP 800-63B advises.
      passwordPolicy: {
        minLength: PASSWORD_MIN_LENGTH,
        requireLowercase: false,
        requireUppercase: false,
        requireDigits: false,
        requireSymbols: false,
      },
      accountRecovery: AccountRecovery.EMAIL_ONLY,
      // Users switch on a second factor in the product. The hosted page then asks for its code (decision 0091).
      mfa: Mfa.OPTIONAL,
      mfaSecondFactor: { sms: false, otp: true },
      email,
      featurePlan: FeaturePlan.ESSENTIALS,
      deletionProtection: protectData,
      removalPolicy: protectData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    });
    this.#letTriggersCallPool();
    this.pool.addGroup('Admins', {
      groupName: ADMINS,
      description: 'May act for any user and manage invitations.',
    });
    acknowledge(this.pool, {
      'AwsSolutions-COG1': 'Length and known-breached check instead of composition rules (docs/spec.md 5).',
      'AwsSolutions-COG2':
        "A second factor is every user's choice, and the product requires it of administrators (decision 0091).",
      'AwsSolutions-COG8':
        'The Plus plan is billed by active user; an operator may switch to it (docs/deploy.md).',
    });
  }

  /**
   * The policies are separate resources. As parts of the roles, they would make the pool and its triggers depend on
   * each other. `preSignUp` and `customMessage` read the site's URL from the OAuth client.
   */
  #letTriggersCallPool(): void {
    new Policy(this, 'PostConfirmationSignsOut', {
      roles: [this.postConfirmation.ownRole],
      statements: [
        new PolicyStatement({
          actions: ['cognito-idp:AdminUserGlobalSignOut'],
          resources: [this.pool.userPoolArn],
        }),
      ],
    });
    new Policy(this, 'PreSignUpReadsClient', {
      roles: [this.preSignUp.ownRole, this.customMessage.ownRole],
      statements: [
        new PolicyStatement({
          actions: ['cognito-idp:DescribeUserPoolClient'],
          resources: [this.pool.userPoolArn],
        }),
      ],
    });
  }
}
