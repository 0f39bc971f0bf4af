import { useLocation, useNavigate } from 'react-router';
import { Link } from '../../components/link.tsx';
import { paymentCopy } from './copy.ts';
import styles from './payment.module.css';

/**
 * Link to the previous page of this site. If there is no previous page, for example after a link from another site, it
 * leads to the subscription page.
 */
export function BackLink() {
  const { key } = useLocation();
  const navigate = useNavigate();
  return (
    <Link
      className={styles.back}
      to="/subscription"
      onClick={(event) => {
        if (key === 'default') return;
        event.preventDefault();
        void navigate(-1);
      }}
    >
      {paymentCopy.goBack}
    </Link>
  );
}
