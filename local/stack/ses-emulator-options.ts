import type { Assembly } from '../assembly/assembly.ts';
import type { StartupContext } from './startup-context.ts';

export const mailIdentities = (assembly: Assembly): readonly string[] =>
  assembly.all('AWS::SES::EmailIdentity').map(({ ref }) => ref);

export const mailSettings = ({ assembly, outbox, clock, account }: StartupContext) => ({
  clock,
  account: () => account.mail,
  identities: mailIdentities(assembly),
  configurationSets: assembly.all('AWS::SES::ConfigurationSet').map(({ ref }) => ref),
  deliver: outbox.deliver,
});
