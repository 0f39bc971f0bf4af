import type { IUserPool } from 'aws-cdk-lib/aws-cognito';
import type { RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { joinWaitlist } from '#contract/join-waitlist';
import { resetPassword, signup } from '#contract/signup-and-password-reset';
import { ENV } from '../../lambdas/runtime/env-names.ts';
import type { Config } from '../config.ts';
import type { Tables } from '../data-stack.ts';
import type { ProductHttpApi } from './apis/http-api.ts';
import type { SocketApi } from './apis/socket-api.ts';
import { INTEGRATION_TIMEOUT } from './apis/timeout-of-api-functions.ts';
import { AppFunction } from './base/app-function.ts';
import type { Mail } from './mail.ts';

export interface SignUpProps {
  readonly config: Config;
  readonly tables: Tables;
  readonly pool: IUserPool;
  readonly clientId: string;
  readonly httpApi: ProductHttpApi;
  readonly socket: SocketApi;
  readonly siteUrl: string;
  /** @default no mail is sent */
  readonly mail?: Mail | undefined;
}

/**
 * Waitlist, sign-up with an invite (decision 0010), and password reset. The construct's id must stay `GettingIn`,
 * because another id would replace the deployed functions.
 */
export class SignUp extends Construct {
  readonly waitlist: AppFunction;
  readonly signup: AppFunction;

  constructor(scope: Construct, id: string, props: SignUpProps) {
    super(scope, id);
    const logRetention: RetentionDays = props.config.logRetentionDays;
    this.waitlist = new AppFunction(this, 'Waitlist', { entry: 'http/waitlist.ts', logRetention });
    this.signup = new AppFunction(this, 'Signup', {
      entry: 'http/signup-and-password-reset.ts',
      logRetention,
      memorySize: 1024,
      timeout: INTEGRATION_TIMEOUT,
    });
    const { tables, httpApi } = props;
    httpApi.addPublicCalls(this.waitlist, [joinWaitlist]);
    httpApi.addPublicCalls(this.signup, [signup, resetPassword]);
    for (const entry of this.all) tables.usage.grantUse(entry, 'UpdateItem');
    this.#grantWaitlist(props);
    this.#grantSignup(props);
  }

  get all(): readonly AppFunction[] {
    return [this.waitlist, this.signup];
  }

  #grantWaitlist({ tables, config, siteUrl, mail }: SignUpProps): void {
    tables.waitlist.grantUse(this.waitlist, 'PutItem');
    if (mail === undefined || config.mail?.confirmWaitlist !== true) return;
    this.waitlist.setEnv({ [ENV.productName]: config.productName, [ENV.siteUrl]: siteUrl });
    mail.grantSend(this.waitlist);
  }

  #grantSignup({ config, tables, pool, clientId, socket, siteUrl, mail }: SignUpProps): void {
    tables.invites.grantUse(this.signup, 'GetItem', 'PutItem', 'UpdateItem', 'DeleteItem');
    this.signup.setEnv({
      [ENV.userPoolId]: pool.userPoolId,
      [ENV.tokenAudience]: clientId,
      // Characters of the product's name do not count towards the length of a new password.
      [ENV.productName]: config.productName,
    });
    const actions = ['AdminGetUser', 'AdminDeleteUser', 'AdminUserGlobalSignOut'];
    this.signup.allow(
      actions.map((action) => `cognito-idp:${action}`),
      [pool.userPoolArn],
    );
    tables.connections.grantUse(this.signup, 'GetItem', 'UpdateItem', 'Query', 'DeleteItem');
    socket.grantClose(this.signup);
    // A sign-up with the address of an existing account sends a mail to the account's owner.
    if (mail === undefined) return;
    this.signup.setEnv({ [ENV.siteUrl]: siteUrl });
    mail.grantSend(this.signup);
  }
}
