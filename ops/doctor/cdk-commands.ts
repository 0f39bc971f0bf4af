/**
 * Builds the CDK commands of the doctor's advice. Each names the stage, because the doctor may have been called with
 * another one than cdk.json has. Without it, the pasted command would change, or make, another deployment.
 */
import type { Config } from '../../lib/config.ts';

type Stage = Pick<Config, 'stage'>;

/** @param command command and arguments, such as `rollback parley-prod-app` */
export const cdkCommand = (command: string, { stage }: Stage): string =>
  `npx cdk ${command} -c stage=${stage}`;

export const deployCommand = (config: Stage): string => cdkCommand('deploy --all', config);
