/** Services that say how an account stands: caller, stacks, models, quotas. */
import type { Faults } from '../faults/index.ts';
import type { Authorize } from '../types.ts';
import type { AccountSettings } from './account-settings.ts';
import type { DeployedStack } from './stacks-api.ts';

export { type AccountSettings, type ModelState, readyAccount } from './account-settings.ts';
export { createIdentityApi } from './identity-api.ts';
export { createModelsApi } from './models-api.ts';
export { createQuotasApi } from './quotas-api.ts';
export { createStacksApi, type DeployedStack } from './stacks-api.ts';

export interface AccountApiOptions {
  readonly settings: AccountSettings;
  readonly stacks: () => readonly DeployedStack[];
  readonly authorize: Authorize;
  readonly faults: Faults;
}
