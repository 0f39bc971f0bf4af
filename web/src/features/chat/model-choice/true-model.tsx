import { useStore } from '../../../lib/observable-store.ts';
import { catalogueOf } from './model-catalogue.ts';

interface TrueModelProps {
  readonly email: string;
  /** Id of the model that wrote the reply. */
  readonly model: string;
}

/** Text that names the model behind a reply's display name. Empty while it is unknown, and for a retired model. */
export function TrueModel({ email, model }: TrueModelProps) {
  const { models } = useStore(catalogueOf(email).state);
  const trueModel = models.find(({ id }) => id === model)?.trueModel;
  return trueModel !== undefined && <bdi>{trueModel}</bdi>;
}
