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

/** Renders its children with a model's details: undefined while they are unknown, and for a retired model. */
export function WithModelDetails({ email, model, children }: WithModelDetailsProps) {
  const { models } = useStore(catalogueOf(email).state);
  return children(models.find(({ id }) => id === model));
}
