import { Link } from '../../components/link.tsx';
import { useTitle } from '../../components/use-title.ts';
import { texts } from '../../lib/texts.ts';

/** Stands in for a screen whose release is still to come. */
export default function ComingPage() {
  useTitle(texts.comingTitle);
  return (
    <main id="content" className="centred">
      <h1 className="page-title">{texts.comingTitle}</h1>
      <p className="soft">{texts.coming}</p>
      <Link className="button" to="/">
        {texts.backHome}
      </Link>
    </main>
  );
}
