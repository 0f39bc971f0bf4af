import { type ReactNode, type Ref, useId } from 'react';
import styles from './card.module.css';
import { classNames } from './class-names.ts';

interface CardProps {
  readonly title?: string;
  readonly titleRef?: Ref<HTMLHeadingElement>;
  readonly label?: string;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

export function Card({ title, titleRef, label, className, children }: CardProps) {
  const id = useId();
  return (
    <section
      className={classNames(styles.card, className)}
      aria-label={label}
      aria-labelledby={title === undefined ? undefined : id}
    >
      {title !== undefined && (
        <h2 id={id} ref={titleRef} className={styles.title} tabIndex={titleRef ? -1 : undefined}>
          {title}
        </h2>
      )}
      {children}
    </section>
  );
}

interface FactsProps {
  readonly facts: readonly (readonly [term: string, value: ReactNode])[];
  readonly className?: string | undefined;
}

export function CardFacts({ facts, className }: FactsProps) {
  return (
    <dl className={classNames(styles.facts, className)}>
      {facts
        .filter(([, value]) => value !== false)
        .map(([term, value]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd dir={typeof value === 'string' ? 'auto' : undefined}>{value}</dd>
          </div>
        ))}
    </dl>
  );
}

export function CardActions({ className, children }: Pick<CardProps, 'className' | 'children'>) {
  return <div className={classNames(styles.actions, className)}>{children}</div>;
}
