/** Services that say how an account stands: identity of the caller, stacks and their state. */
import type { Faults } from '../faults/index.ts';
import type { Authorize } from '../types.ts';
import type { AccountSettings } from './account-settings.ts';
import type { DeployedStack } from './stacks-api.ts';

export { type AccountSettings, readyAccount } from './account-settings.ts';
export { createIdentityApi } from './identity-api.ts';
export { createStacksApi, type DeployedStack } from './stacks-api.ts';

export interface AccountApiOptions {
  readonly settings: AccountSettings;
  readonly stacks: () => readonly DeployedStack[];
  readonly authorize: Authorize;
  readonly faults: Faults;
}
