/** STS: the identity of the caller. */
import { AwsError } from '../aws-json/index.ts';
import { awsQueryService } from '../aws-query/index.ts';
import { ACCOUNT } from '../types.ts';
import type { AccountApiOptions } from './index.ts';

const NAMESPACE = 'https://sts.amazonaws.com/doc/2011-06-15/';

/** https://docs.aws.amazon.com/STS/latest/APIReference/API_GetCallerIdentity.html */
export function createIdentityApi({ settings, authorize, faults }: AccountApiOptions) {
  return awsQueryService(NAMESPACE, ({ action, accessKeyId }) =>
    faults.around({ service: 'sts', action }, () => {
      if (action !== 'GetCallerIdentity')
        throw new AwsError('InvalidAction', `STS's ${action} is not emulated`);
      refuseStranger(() => authorize(accessKeyId, 'sts:GetCallerIdentity', '*'));
      const user = settings.isRoot ? 'root' : 'user/operator';
      return { Arn: `arn:aws:iam::${ACCOUNT}:${user}`, UserId: accessKeyId, Account: ACCOUNT };
    }),
  );
}

/** Runs `ask`. Rethrows the refusal of an unknown access key with the error code that STS uses for it. */
function refuseStranger(ask: () => void): void {
  try {
    ask();
  } catch (error) {
    if (!(error instanceof AwsError) || error.code !== 'UnrecognizedClientException') throw error;
    throw new AwsError('InvalidClientTokenId', error.message, 403);
  }
}
