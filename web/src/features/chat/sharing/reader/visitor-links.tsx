import { useNavigate } from 'react-router';
import { Button, ButtonLink } from '../../../../components/button.tsx';
import { readerCopy as copy } from './copy.ts';
import styles from './shared-chat.module.css';

export function VisitorLinks() {
  const navigate = useNavigate();
  return (
    <div className={styles.links}>
      <Button kind="primary" onClick={() => void navigate('/login')}>
        {copy.login}
      </Button>
      <ButtonLink to="/">{copy.waitlist}</ButtonLink>
    </div>
  );
}
