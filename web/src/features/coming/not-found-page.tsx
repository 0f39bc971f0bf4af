import { Link } from '../../components/link.tsx';
import { useTitle } from '../../components/use-title.ts';
import { texts } from '../../lib/texts.ts';

export default function NotFoundPage() {
  useTitle(texts.notFoundTitle);
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
