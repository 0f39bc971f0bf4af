import { useLocation, useNavigate } from 'react-router';
import { Link } from '../../../components/link.tsx';
import { paymentCopy } from '../copy.ts';

/** To where one came from; whoever came from elsewhere, to their subscription. */
export function GoBack() {
  const { key } = useLocation();
  const navigate = useNavigate();
  return (
    <Link
      className="plan-go-back"
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
