import { Link } from '../../components/link.tsx';
import { usageCopy } from './copy.ts';
import type { Offer } from './model/usage-report.ts';

/** Features that another plan adds. */
export function OfferSection({ offer }: { readonly offer: Offer }) {
  if (offer === 'none') return null;
  const { premium, onlyYearly } = usageCopy;
  return (
    <section className="usage-section" aria-labelledby="usage-offer">
      {offer === 'premium' ? (
        <>
          <h2 id="usage-offer">{premium.title}</h2>
          <p>{premium.more}</p>
          <p>{onlyYearly.text}</p>
          <p className="soft">{premium.price}</p>
          <div>
            <Link className="button button-primary" to="/payment-page">
              {premium.open}
            </Link>
          </div>
        </>
      ) : (
        <>
          <h2 id="usage-offer">{onlyYearly.title}</h2>
          <p>
            {onlyYearly.monthly} {onlyYearly.text}
          </p>
          <div>
            <Link className="button" to="/subscription">
              {onlyYearly.open}
            </Link>
          </div>
        </>
      )}
    </section>
  );
}
