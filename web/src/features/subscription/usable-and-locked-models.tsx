import { LineIcon } from '../../components/line-icon.tsx';
import { modelName } from '../chat/model-choice/names-of-preconfigured-models.ts';
import type { AvailableModels } from './api/subscription.ts';
import { subscriptionCopy } from './copy.ts';
import styles from './subscription.module.css';

const LOCK = 'M6 11h12v9H6zM8.500 11V8a3.500 3.500 0 0 1 7 0v3';
const texts = subscriptionCopy.models;

interface ModelListProps {
  readonly available: AvailableModels;
  readonly canUpgrade: boolean;
}

/** List of the models that the user may use, then of the models that need Premium (docs/spec.md 2.9). */
export function ModelList({ available: { models, details }, canUpgrade }: ModelListProps) {
  const byId = new Map(details.map((model) => [model.id, model]));
  const locked = details.filter(
    ({ id, isLocked, isUnavailable }) => isLocked && !isUnavailable && !models.includes(id),
  );
  const isEmpty = models.length === 0 && locked.length === 0;
  return (
    <>
      {models.length === 0 && <p className="soft">{texts.none}</p>}
      {!isEmpty && (
        <ul className={styles.models}>
          {models.map((id) => (
            <Model key={id} name={byId.get(id)?.displayName ?? modelName(id)} goodAt={byId.get(id)?.goodAt} />
          ))}
          {locked.map((model) => (
            <Model key={model.id} name={model.displayName} goodAt={model.goodAt} isLocked />
          ))}
        </ul>
      )}
      {canUpgrade && <p className={styles.hint}>{texts.upgrade}</p>}
    </>
  );
}

interface ModelProps {
  readonly name: string;
  readonly goodAt: string | undefined;
  readonly isLocked?: boolean;
}

function Model({ name, goodAt, isLocked = false }: ModelProps) {
  return (
    <li data-locked={isLocked}>
      <span className={styles.name}>{name}</span>
      {goodAt !== undefined && <span className="soft">{goodAt}</span>}
      {isLocked && (
        <span className={styles.lock}>
          <LineIcon name="lock" path={LOCK} size={16} />
          {texts.locked}
        </span>
      )}
    </li>
  );
}
