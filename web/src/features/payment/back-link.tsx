import { useNavigate } from 'react-router';
import { Link } from '../../components/link.tsx';
import { paymentCopy } from './copy.ts';
import styles from './payment.module.css';

/** Link to the previous page of this site, or to the subscription page if there is none. */
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

/** The router numbers this site's pages from 0 in `history.state.idx`. */
function hasPreviousPage(): boolean {
  const state: unknown = window.history.state;
  return typeof state === 'object' && state !== null && 'idx' in state && Number(state.idx) > 0;
}
