import { Arn, Stack } from 'aws-cdk-lib';
import { HostedZone } from 'aws-cdk-lib/aws-route53';
import {
  ConfigurationSet,
  ConfigurationSetTlsPolicy,
  EmailIdentity,
  Identity,
  SuppressionReasons,
} from 'aws-cdk-lib/aws-ses';
import { Construct } from 'constructs';
import { ENV } from '../../lambdas/runtime/env-names.ts';
import type { Config } from '../config.ts';
import { senderZone } from '../mail-sender-identity.ts';
import { acknowledge, findingOn } from './base/acknowledge-findings.ts';
import type { AppFunction } from './base/app-function.ts';

/**
 * Mail through SES. If the configuration names the Route 53 zone of the sender's domain, a new identity is the whole
 * domain, verified with DKIM. Otherwise the identity is the sender's address, to which SES mails a link to confirm.
 */
export class Mail extends Construct {
  readonly #env: string;
  readonly #from: string;
  readonly #configurationSet: string;

  constructor(scope: Construct, id: string, { config }: { readonly config: Config }) {
    super(scope, id);
    const { mail, productName } = config;
    if (mail === undefined) throw new Error('Mail needs the configuration `mail`');
    const configurationSetName = `${config.slug}-${config.stage}`;
    const configurationSet = new ConfigurationSet(this, 'Sending', {
      configurationSetName,
      tlsPolicy: ConfigurationSetTlsPolicy.REQUIRE,
      reputationMetrics: true,
      suppressionReasons: SuppressionReasons.BOUNCES_AND_COMPLAINTS,
    });
    const { identity, ...sending } = mail;
    // CloudFormation cannot create an identity that the account already has, for example from another stage.
    if (identity === 'new') this.#createIdentity(config, mail.from, configurationSet);
    this.#env = JSON.stringify({ fromName: productName, ...sending, configurationSet: configurationSetName });
    this.#from = mail.from;
    this.#configurationSet = this.#arn('configuration-set', configurationSetName);
  }

  #createIdentity(config: Config, from: string, configurationSet: ConfigurationSet): void {
    const zone = senderZone(config);
    new EmailIdentity(this, 'Identity', {
      identity: zone
        ? Identity.publicHostedZone(
            HostedZone.fromHostedZoneAttributes(this, 'Zone', { hostedZoneId: zone.id, zoneName: zone.name }),
          )
        : Identity.email(from),
      configurationSet,
    });
  }

  /**
   * Lets the function send mail. In SES's sandbox, SES checks the permission on the recipient's identity too, so the
   * policy allows all identities and names the sender in a condition.
   */
  grantSend(sender: AppFunction): void {
    sender.setEnv({ [ENV.mail]: this.#env });
    const anyIdentity = this.#arn('identity', '*');
    sender.allow(['ses:SendEmail'], [anyIdentity], { StringEquals: { 'ses:FromAddress': this.#from } });
    sender.allow(['ses:SendEmail'], [this.#configurationSet]);
    acknowledge(sender.ownRole, {
      [findingOn(this, anyIdentity)]: 'The condition allows one sender; any recipient is meant.',
    });
  }

  #arn(resource: string, resourceName: string): string {
    return Arn.format({ service: 'ses', resource, resourceName }, Stack.of(this));
  }
}
