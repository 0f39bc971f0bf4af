import type { ReactNode } from 'react';
import type { ModelDetails } from '#contract/subscription';
import { useStore } from '../../../lib/observable-store.ts';
import { catalogueOf } from './model-catalogue.ts';

interface WithModelDetailsProps {
  readonly email: string;
  /** Id of the model. */
  readonly model: string;
  readonly children: (details: ModelDetails | undefined) => ReactNode;
}

/**
 * Renders what `children` returns for a model's details. The details are undefined until the catalogue has been read,
 * and for a model that the catalogue no longer has.
 */
export function WithModelDetails({ email, model, children }: WithModelDetailsProps) {
  const { models } = useStore(catalogueOf(email).state);
  return children(models.find(({ id }) => id === model));
}
