import type { Authorize, Clock } from '../emulator-types.ts';
import type { Faults } from '../faults/faults.ts';
import type { Iam } from '../iam/iam.ts';
import type { AccountSettings } from './account-state.ts';

/** Stack of the synthesized templates, as CloudFormation describes it after a deployment. */
export interface DeployedStack {
  readonly name: string;
  readonly id: string;
  readonly outputs: Readonly<Record<string, string>>;
  readonly resources: readonly { readonly type: string; readonly logicalId: string; readonly ref: string }[];
  readonly isProtected: boolean;
}

export interface AccountApiOptions {
  readonly settings: AccountSettings;
  readonly stacks: () => readonly DeployedStack[];
  /** ARN of the role that the templates give to API Gateway for its logs. Undefined if they give none. */
  readonly gatewayRole: string | undefined;
  readonly authorize: Authorize;
  readonly keyOf: Iam['keyOf'];
  readonly clock: Clock;
  readonly faults: Faults;
}
