import { AwsError, awsJsonService } from '../aws-json/aws-json-service.ts';
import type { AccountApiOptions } from './account-api-options.ts';

/** https://docs.aws.amazon.com/acm/latest/APIReference/API_DescribeCertificate.html */
export function createCertificatesApi({ settings, authorize, faults }: AccountApiOptions) {
  return awsJsonService(({ action, input, accessKeyId }) =>
    faults.around({ service: 'acm', action, request: () => JSON.stringify(input) }, () => {
      const arn = String(input.CertificateArn);
      authorize(accessKeyId, `acm:${action}`, arn);
      if (action !== 'DescribeCertificate')
        throw new AwsError('UnknownOperationException', `ACM's ${action} is not emulated`);
      const found = settings.certificates.get(arn);
      if (!found) throw new AwsError('ResourceNotFoundException', `Could not find certificate ${arn}.`);
      const { status, names } = found;
      return {
        Certificate: {
          CertificateArn: arn,
          DomainName: names[0],
          SubjectAlternativeNames: names,
          Status: status,
          Type: 'AMAZON_ISSUED',
          InUseBy: [],
        },
      };
    }),
  );
}
