/** Checks the role with which API Gateway writes the logs of every API of the account in the region. */
import { APIGatewayClient, GetAccountCommand } from '@aws-sdk/client-api-gateway';
import { deployCommand } from '../cdk-commands-in-advice.ts';
import { type Check, ok, productFailure, warning } from '../check.ts';

const GUIDE = 'https://docs.aws.amazon.com/apigateway/latest/developerguide/set-up-logging.html';

export const gatewayLogs: Check = {
  name: 'API logs',
  async look(examined) {
    const { aws, config, deployment } = examined;
    const client = new APIGatewayClient(aws);
    try {
      const { cloudwatchRoleArn: role } = await client.send(new GetAccountCommand({}));
      if (deployment.app && !role)
        return productFailure(
          'API Gateway has no role to write logs: the APIs log nothing.',
          deployCommand(examined),
        );
      if (!deployment.app && role && !role.includes(`:role/${config.slug}-`))
        return warning(
          `API Gateway already writes logs as ${role}. The deployment replaces that role for every API of the account.`,
          `Look whether other APIs need it: ${GUIDE}`,
        );
      return ok(role ? `API Gateway writes logs as ${role}.` : 'The deployment gives API Gateway its role.');
    } finally {
      client.destroy();
    }
  },
};
