import type { ReactNode } from 'react';
import type { ModelDetails } from '#contract/available-models';
import { useStore } from '../../../lib/observable-store.ts';
import { catalogueOf } from './model-catalogue.ts';

interface WithModelDetailsProps {
  readonly email: string;
  readonly model: string;
  readonly children: (details: ModelDetails | undefined) => ReactNode;
}

/** Renders `children` with a model's details: undefined until the catalogue is read, or if it lacks the model. */
export function WithModelDetails({ email, model, children }: WithModelDetailsProps) {
  const { models } = useStore(catalogueOf(email).state);
  return children(models.find(({ id }) => id === model));
}
