/** Services that describe the account: its caller, stacks, models, quotas, certificates, topics. */
import type { Faults } from '../faults/index.ts';
import type { Iam } from '../iam/index.ts';
import type { Authorize } from '../types.ts';
import type { AccountSettings } from './account-settings.ts';
import type { DeployedStack } from './stacks-api.ts';

export { type AccountSettings, type ModelState, readyAccount } from './account-settings.ts';
export { createCertificatesApi } from './certificates-api.ts';
export { createGatewayApi } from './gateway-api.ts';
export { createIdentityApi } from './identity-api.ts';
export { createModelsApi } from './models-api.ts';
export { createQuotasApi } from './quotas-api.ts';
export { createStacksApi, type DeployedStack } from './stacks-api.ts';
export { createTopicsApi } from './topics-api.ts';

export interface AccountApiOptions {
  readonly settings: AccountSettings;
  readonly stacks: () => readonly DeployedStack[];
  /** ARN of the role that the templates give to API Gateway. */
  readonly gatewayRole: string | undefined;
  readonly authorize: Authorize;
  readonly keyOf: Iam['keyOf'];
  readonly faults: Faults;
}
