import { type ReactNode, type Ref, useId } from 'react';
import styles from './card.module.css';
import { classNames } from './class-names.ts';

interface CardProps {
  /** Heading, which names the section. */
  readonly title?: string;
  /** Ref of the heading, for a caller that moves the focus to it. */
  readonly titleRef?: Ref<HTMLHeadingElement>;
  /** Name of a section without a heading. */
  readonly label?: string;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** Section of a page, set off by its own background. */
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
  /** Each term with its value. A term with the value `false` is left out. */
  readonly facts: readonly (readonly [term: string, value: ReactNode])[];
  readonly className?: string | undefined;
}

/** Lists terms and their values side by side. */
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

/** Shows the buttons and links of a card side by side. */
export function CardActions({ className, children }: Pick<CardProps, 'className' | 'children'>) {
  return <div className={classNames(styles.actions, className)}>{children}</div>;
}
