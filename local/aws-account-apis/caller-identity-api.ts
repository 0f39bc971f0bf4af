import { AwsError } from '../aws-json/aws-json-service.ts';
import { awsQueryService } from '../aws-query/aws-query-service.ts';
import { expiredToken, hasExpired } from '../iam/iam.ts';
import { ACCOUNT } from '../region-and-account.ts';
import type { AccountApiOptions } from './account-api-options.ts';

const NAMESPACE = 'https://sts.amazonaws.com/doc/2011-06-15/';

/**
 * Answers every caller whose access key is known and has not expired. The call needs no IAM permission.
 * https://docs.aws.amazon.com/STS/latest/APIReference/API_GetCallerIdentity.html
 */
export function createCallerIdentityApi({ settings, keyOf, clock, faults }: AccountApiOptions) {
  return awsQueryService(NAMESPACE, ({ action, accessKeyId }) =>
    faults.around({ service: 'sts', action }, () => {
      if (action !== 'GetCallerIdentity')
        throw new AwsError('InvalidAction', `STS's ${action} is not emulated`);
      const key = keyOf(accessKeyId);
      if (key === undefined)
        throw new AwsError(
          'InvalidClientTokenId',
          'The security token included in the request is invalid.',
          403,
        );
      if (hasExpired(key, clock.now())) throw expiredToken();
      const user = settings.isRoot ? 'root' : 'user/operator';
      return { Arn: `arn:aws:iam::${ACCOUNT}:${user}`, UserId: accessKeyId, Account: ACCOUNT };
    }),
  );
}
