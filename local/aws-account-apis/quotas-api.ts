import { AwsError, awsJsonService } from '../aws-json/aws-json-service.ts';
import { ACCOUNT, REGION } from '../region-and-account.ts';
import type { AccountApiOptions } from './account-api-options.ts';

const PAGE = 100;

/** https://docs.aws.amazon.com/servicequotas/2019-06-24/apireference/API_ListServiceQuotas.html */
export function createQuotasApi({ settings, authorize, faults }: AccountApiOptions) {
  return awsJsonService(({ action, input, accessKeyId }) =>
    faults.around({ service: 'servicequotas', action, request: () => JSON.stringify(input) }, () => {
      authorize(accessKeyId, `servicequotas:${action}`, '*');
      if (action !== 'ListServiceQuotas')
        throw new AwsError('UnknownOperationException', `Service Quotas' ${action} is not emulated`);
      const { ServiceCode, NextToken = '0', MaxResults = PAGE } = input;
      const quotas = settings.quotas.filter(({ service }) => service === ServiceCode);
      if (quotas.length === 0) throw new AwsError('NoSuchResourceException', 'The service was not found.');
      const [from, size] = [Number(NextToken), Math.min(Number(MaxResults), PAGE)];
      return {
        Quotas: quotas.slice(from, from + size).map(({ service, code, name, value }) => ({
          ServiceCode: service,
          QuotaArn: `arn:aws:servicequotas:${REGION}:${ACCOUNT}:${service}/${code}`,
          QuotaCode: code,
          QuotaName: name,
          Value: value,
          Unit: 'None',
          Adjustable: true,
          GlobalQuota: false,
        })),
        ...(from + size < quotas.length && { NextToken: String(from + size) }),
      };
    }),
  );
}
