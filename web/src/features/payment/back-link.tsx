import { useNavigate } from 'react-router';
import { Link } from '../../components/link.tsx';
import { paymentCopy } from './copy.ts';
import styles from './payment.module.css';

/**
 * Link to the previous page of this site. If there is no previous page, for example after a link from another site or a
 * sign-in, it leads to the subscription page.
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

/** True if the router has pushed an entry since it began in this tab. It numbers its entries in `history.state.idx`. */
function hasPreviousPage(): boolean {
  const state: unknown = window.history.state;
  return typeof state === 'object' && state !== null && 'idx' in state && Number(state.idx) > 0;
}
