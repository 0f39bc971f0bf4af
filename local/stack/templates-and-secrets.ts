import { randomBytes } from 'node:crypto';
import { type Assembly, loadAssembly } from '../assembly/assembly.ts';
import {
  createSecretStore,
  nameOf,
  type SecretProperties,
  type SecretsApiOptions,
  type SecretValues,
  secretArn,
} from '../secrets/secrets.ts';
import type { StateFile } from './state-file.ts';

export interface Templates {
  readonly assembly: Assembly;
  readonly secrets: Pick<SecretsApiOptions, 'findSecret' | 'secretValue' | 'putSecret' | 'createSecret'>;
}

/** Loads the templates. Creates every secret's value now, so that `state` has all values at a restart. */
export function loadTemplatesAndSecrets(dir: string, state: StateFile): Templates {
  const store = createSecretStore((state.load() ?? {}) as SecretValues); // only this function writes `state`
  /** Returns `{}` for a stored secret that the templates do not declare, and undefined for an unknown secret. */
  const propertiesOf = (arn: string): SecretProperties | undefined =>
    declared.find(({ ref }) => ref === arn)?.properties ?? (arn in store.values() ? {} : undefined);
  const secretValue = (arn: string): string | undefined => {
    const properties = propertiesOf(arn);
    return properties && store.value(arn, properties);
  };
  const assembly = loadAssembly(dir, { secretValue: (arn) => secretValue(arn) ?? '' });
  const declared = assembly.all<SecretProperties>('AWS::SecretsManager::Secret');
  for (const { ref } of declared) secretValue(ref);
  const put = (arn: string, value: string): void => {
    store.put(arn, value);
    state.save(store.values());
  };
  state.save(store.values());
  return {
    assembly,
    secrets: {
      secretValue,
      findSecret: (id) => Object.keys(store.values()).find((arn) => arn === id || nameOf(arn) === id),
      putSecret(arn, value) {
        if (!propertiesOf(arn)) return false;
        put(arn, value);
        return true;
      },
      createSecret(name, value) {
        const arn = secretArn(name, randomBytes(3).toString('hex'));
        put(arn, value);
        return arn;
      },
    },
  };
}
