import { Certificate, CertificateValidation, type ICertificate } from 'aws-cdk-lib/aws-certificatemanager';
import { type Distribution, SecurityPolicyProtocol } from 'aws-cdk-lib/aws-cloudfront';
import { AaaaRecord, ARecord, HostedZone, type IHostedZone, RecordTarget } from 'aws-cdk-lib/aws-route53';
import { CloudFrontTarget } from 'aws-cdk-lib/aws-route53-targets';
import { Construct } from 'constructs';
import type { Config } from '../../config.ts';

/** Custom domain of the site. Without a configured hosted zone, an operator makes its DNS records by hand. */
export class SiteDomain extends Construct {
  readonly name: string;
  readonly #certificate: ICertificate;
  readonly #zone: IHostedZone | undefined;

  constructor(scope: Construct, id: string, props: NonNullable<Config['domain']>) {
    super(scope, id);
    const { name, certificateArn, hostedZone } = props;
    this.name = name;
    this.#zone =
      hostedZone &&
      HostedZone.fromHostedZoneAttributes(this, 'Zone', {
        hostedZoneId: hostedZone.id,
        zoneName: hostedZone.name,
      });
    this.#certificate = certificateArn
      ? Certificate.fromCertificateArn(this, 'Certificate', certificateArn)
      : new Certificate(this, 'Certificate', {
          domainName: name,
          validation: CertificateValidation.fromDns(this.#zone),
        });
  }

  get distributionProps() {
    return {
      domainNames: [this.name],
      certificate: this.#certificate,
      minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
    };
  }

  pointAt(distribution: Distribution): void {
    if (this.#zone === undefined) return;
    const target = RecordTarget.fromAlias(new CloudFrontTarget(distribution));
    new ARecord(this, 'A', { zone: this.#zone, recordName: `${this.name}.`, target });
    new AaaaRecord(this, 'Aaaa', { zone: this.#zone, recordName: `${this.name}.`, target });
  }
}
