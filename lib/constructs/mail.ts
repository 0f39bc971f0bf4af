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
import type { AppFunction } from './base/app-function.ts';

/**
 * Mail through SES: the sender's identity and settings. If the sender is in the configured hosted zone, the whole
 * domain is verified with DKIM. Otherwise SES mails the sender a link to confirm the address.
 */
export class Mail extends Construct {
  readonly #env: string;
  readonly #resources: readonly string[];

  /** @param config must contain `mail` */
  constructor(scope: Construct, id: string, { config }: { readonly config: Config }) {
    super(scope, id);
    const { mail, domain, productName } = config;
    if (mail === undefined) throw new Error('Mail needs the configuration `mail`');
    const configurationSetName = `${config.slug}-${config.stage}`;
    const configurationSet = new ConfigurationSet(this, 'Sending', {
      configurationSetName,
      tlsPolicy: ConfigurationSetTlsPolicy.REQUIRE,
      reputationMetrics: true,
      suppressionReasons: SuppressionReasons.BOUNCES_AND_COMPLAINTS,
    });
    const zone = domain?.hostedZone;
    const isInZone = zone !== undefined && mail.from.endsWith(`@${zone.name}`);
    const identity = new EmailIdentity(this, 'Identity', {
      identity: isInZone
        ? Identity.publicHostedZone(
            HostedZone.fromHostedZoneAttributes(this, 'Zone', { hostedZoneId: zone.id, zoneName: zone.name }),
          )
        : Identity.email(mail.from),
      configurationSet,
    });
    this.#env = JSON.stringify({ fromName: productName, ...mail, configurationSet: configurationSetName });
    const setArn = Arn.format(
      { service: 'ses', resource: 'configuration-set', resourceName: configurationSetName },
      Stack.of(this),
    );
    this.#resources = [identity.emailIdentityArn, setArn];
  }

  /** Lets the function send mail and puts the mail settings into its environment. */
  grantSend(sender: AppFunction): void {
    sender.setEnv({ [ENV.mail]: this.#env });
    sender.allow(['ses:SendEmail'], this.#resources);
  }
}
