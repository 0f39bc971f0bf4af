import { Button } from '../../../components/button.tsx';
import { Callout } from '../../../components/callout.tsx';
import { passFocusToHeading } from '../../../components/keep-focus-when-control-disappears.ts';
import styles from '../admin.module.css';
import { adminCopy } from '../copy.ts';

export const LoadingText = () => (
  <p role="status" className={styles.state}>
    {adminCopy.loading}
  </p>
);

interface FailureProps {
  readonly text: string;
  readonly onRetry: () => void;
}

export const FailureWithRetry = ({ text, onRetry }: FailureProps) => (
  <Callout kind="error">
    <p>{text}</p>
    <Button isSmall ref={passFocusToHeading} onClick={onRetry}>
      {adminCopy.retry}
    </Button>
  </Callout>
);
