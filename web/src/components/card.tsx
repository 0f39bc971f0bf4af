import { type ReactNode, type Ref, useId } from 'react';
import styles from './card.module.css';
import { classNames } from './class-names.ts';

interface CardProps {
  /** Heading, which names the section. */
  readonly title?: string;
  /** To move the focus to the heading. */
  readonly titleRef?: Ref<HTMLHeadingElement>;
  /** Name of a section without a heading. */
  readonly label?: string;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** A section of a page on a ground of its own. */
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
  /** Each term with what it says; where that is `false`, the term is left out. */
  readonly facts: readonly (readonly [term: string, says: ReactNode])[];
  readonly className?: string | undefined;
}

/** Terms and what they say, side by side. */
export function Facts({ facts, className }: FactsProps) {
  return (
    <dl className={classNames(styles.facts, className)}>
      {facts
        .filter(([, says]) => says !== false)
        .map(([term, says]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd dir={typeof says === 'string' ? 'auto' : undefined}>{says}</dd>
          </div>
        ))}
    </dl>
  );
}

/** Buttons and links of a card, side by side. */
export function Actions({ className, children }: Pick<CardProps, 'className' | 'children'>) {
  return <div className={classNames(styles.actions, className)}>{children}</div>;
}
