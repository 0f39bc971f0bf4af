/** The assembly, with the secrets that its values refer to. */
import { type Assembly, loadAssembly } from '../assembly/index.ts';
import { createSecretStore, type SecretProperties, type SecretValues } from '../secrets/index.ts';
import type { StateFile } from './state.ts';

export interface Templates {
  readonly assembly: Assembly;
  /** Value by ARN; undefined when the templates have no such secret. */
  readonly secretValue: (arn: string) => string | undefined;
  /** Says whether the templates have such a secret. */
  readonly putSecret: (arn: string, value: string) => boolean;
}

/** Every secret gets its value now, so that a restart finds all of them in `state`. */
export function loadTemplates(dir: string, state: StateFile): Templates {
  const store = createSecretStore((state.load() ?? {}) as SecretValues); // what was saved below
  const secretValue = (arn: string): string | undefined => {
    const found = secrets.find(({ ref }) => ref === arn);
    return found && store.value(arn, found.properties);
  };
  const assembly = loadAssembly(dir, { secretValue: (arn) => secretValue(arn) ?? '' });
  const secrets = assembly.all<SecretProperties>('AWS::SecretsManager::Secret');
  for (const { ref } of secrets) secretValue(ref);
  state.save(store.values());
  return {
    assembly,
    secretValue,
    putSecret(arn, value) {
      if (!secrets.some(({ ref }) => ref === arn)) return false;
      store.put(arn, value);
      state.save(store.values());
      return true;
    },
  };
}
