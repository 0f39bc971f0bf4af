import { Link } from '../../components/link.tsx';
import { texts } from '../../lib/texts.ts';

export default function NotFoundPage() {
  return (
    <main id="content" className="centred">
      <h1 className="page-title">{texts.notFoundTitle}</h1>
      <p className="soft">{texts.notFound}</p>
      <Link className="button" to="/">
        {texts.backHome}
      </Link>
    </main>
  );
}
