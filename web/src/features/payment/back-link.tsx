import { useNavigate } from 'react-router';
import { Link } from '../../components/link.tsx';
import { paymentCopy } from './copy.ts';
import styles from './payment.module.css';

/**
 * Link to the previous page of this site. Leads to the subscription page if there is no previous page, for example when
 * the user has just signed in or has come from another site.
 */
export function BackLink() {
  const navigate = useNavigate();
  return (
    <Link
      className={styles.back}
      to="/subscription"
      onClick={(event) => {
        if (!hasPreviousPage()) return;
        event.preventDefault();
        void navigate(-1);
      }}
    >
      {paymentCopy.goBack}
    </Link>
  );
}

/** True if a page of this site comes before the current one. The router numbers pages from 0 in `history.state.idx`. */
function hasPreviousPage(): boolean {
  const state: unknown = window.history.state;
  return typeof state === 'object' && state !== null && 'idx' in state && Number(state.idx) > 0;
}
