/**
 * Options of the emulator of SES: identities and configuration sets that the templates declare, the state of the
 * account, the clock, and the outbox.
 */
import type { Assembly } from '../assembly/index.ts';
import type { StartupContext } from './startup-context.ts';

/** Returns the names of the SES identities that the templates declare. */
export const mailIdentities = (assembly: Assembly): readonly string[] =>
  assembly.all('AWS::SES::EmailIdentity').map(({ ref }) => ref);

export const mailSettings = ({ assembly, outbox, clock, account }: StartupContext) => ({
  clock,
  account: () => account.mail,
  identities: mailIdentities(assembly),
  configurationSets: assembly.all('AWS::SES::ConfigurationSet').map(({ ref }) => ref),
  deliver: outbox.deliver,
});
