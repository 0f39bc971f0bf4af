/**
 * Builds the CDK commands of the doctor's advice. Each command names the stage that the doctor has checked, for example
 * `prod` for a doctor called with `-c stage=prod`. A command without the stage would change or create the deployment of
 * the stage in cdk.json.
 */
import type { Config } from '../../lib/config.ts';

type Stage = Pick<Config, 'stage'>;

/** @param command command and arguments, such as `rollback parley-prod-app` */
export const cdkCommand = (command: string, { stage }: Stage): string =>
  `npx cdk ${command} -c stage=${stage}`;

export const deployCommand = (config: Stage): string => cdkCommand('deploy --all', config);
