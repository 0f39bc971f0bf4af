export type { AccountApiOptions, DeployedStack } from './account-api-options.ts';
export { type AccountSettings, type ModelState, readyAccount } from './account-state.ts';
export { createCallerIdentityApi } from './caller-identity-api.ts';
export { createCertificatesApi } from './certificates-api.ts';
export { createStacksApi } from './cloudformation-api.ts';
export { createGatewayAccountApi } from './gateway-account-api.ts';
export { createModelsApi } from './models-api.ts';
export { createQuotasApi } from './quotas-api.ts';
export { createTopicSubscriptionsApi } from './topic-subscriptions-api.ts';
