/** Services that describe the account: caller, stacks, models, quotas, certificates, topics, API Gateway's settings. */

export { type AccountSettings, type ModelState, readyAccount } from './account-settings.ts';
export { createCertificatesApi } from './certificates-api.ts';
export { createGatewayApi } from './gateway-api.ts';
export { createIdentityApi } from './identity-api.ts';
export { createModelsApi } from './models-api.ts';
export { createQuotasApi } from './quotas-api.ts';
export { createStacksApi } from './stacks-api.ts';
export { createTopicsApi } from './topics-api.ts';
export type { AccountApiOptions, DeployedStack } from './types.ts';
