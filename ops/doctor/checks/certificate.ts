import { ACMClient, DescribeCertificateCommand } from '@aws-sdk/client-acm';
import type { AwsSettings } from '../aws-settings.ts';
import { type Check, failure, ok, type Told } from '../check.ts';

/** CloudFront takes certificates of this region alone. */
const REGION = 'us-east-1';
const GUIDE = 'https://docs.aws.amazon.com/acm/latest/userguide/dns-validation.html';

export const certificate: Check = {
  name: 'certificate',
  async look({ config, account, aws }) {
    const { domain } = config;
    if (!domain) return ok('No domain is configured: the site has the name of its distribution.');
    const { certificateArn: arn, name } = domain;
    if (arn === undefined)
      return ok(`The deployment makes the certificate of ${name}, and waits for its validation.`);
    if (arn.split(':')[4] !== account)
      return failure(
        `The certificate ${arn} is not one of the account ${account}.`,
        'Set domain.certificateArn to one of this account.',
      );
    return lookAt(arn, name, aws);
  },
};

async function lookAt(CertificateArn: string, name: string, aws: AwsSettings): Promise<Told> {
  const client = new ACMClient({ ...aws, region: REGION });
  try {
    const { Certificate } = await client.send(new DescribeCertificateCommand({ CertificateArn }));
    const { Status, SubjectAlternativeNames: names = [] } = Certificate ?? {};
    if (Status !== 'ISSUED')
      return failure(
        `The certificate of ${name} is ${Status}.`,
        `Make the DNS records that it asks for: ${GUIDE}`,
      );
    if (!names.some((one) => one === name || one === name.replace(/^[^.]+/, '*')))
      return failure(
        `The certificate is for ${names.join(', ')}, not for ${name}.`,
        'Set domain.certificateArn to one for that name.',
      );
    return ok(`The certificate of ${name} is issued.`);
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'ResourceNotFoundException') throw error;
    return failure(
      `There is no certificate ${CertificateArn}.`,
      'Set domain.certificateArn to one of this account.',
    );
  } finally {
    client.destroy();
  }
}
