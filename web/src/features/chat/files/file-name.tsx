import { classNames } from '../../../components/class-names.ts';
import styles from './file-name.module.css';

/** Number of characters that fit in every place for a name. */
const SHORT = 16;
/**
 * Matches the end of a name that stays visible: up to nine characters and the extension. If possible, the name is cut
 * after a space or a punctuation mark, because a cut within an Arabic word would separate its joined letters.
 */
const ENDS = [/(?<=[\s\p{P}]).{3,9}\.\w{1,5}$/u, /(?!\p{M}).{1,9}(?:\.\w{1,5})?$/u];

interface FileNameProps {
  readonly name: string;
  readonly className: string | undefined;
}

/** Name of a file. A name that does not fit is cut in its middle: names often differ only at the end. */
export function FileName({ name, className }: FileNameProps) {
  const at = name.length > SHORT ? ENDS.map((end) => name.search(end)).find((found) => found > 0) : undefined;
  return (
    <bdi className={classNames(className, at !== undefined && styles.parts)} title={name}>
      {at === undefined ? (
        name
      ) : (
        <>
          {/* A screen reader would read the two parts as two words. */}
          <span className="visually-hidden">{name}</span>
          <span className={styles.start} aria-hidden="true">
            {name.slice(0, at)}
          </span>
          <span className={styles.end} aria-hidden="true">
            {name.slice(at)}
          </span>
        </>
      )}
    </bdi>
  );
}
