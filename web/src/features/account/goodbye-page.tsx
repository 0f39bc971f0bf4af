import { Link } from '../../components/link.tsx';
import { useTitle } from '../../components/use-title.ts';
import { accountTexts } from '../../lib/account-texts.ts';

const texts = accountTexts.goodbye;

/** What is left to say when an account is closed. */
export default function GoodbyePage() {
  useTitle(texts.title);
  return (
    <main id="content" className="centred">
      <h1 className="page-title">{texts.title}</h1>
      <p className="soft">{texts.text}</p>
      <Link className="button" to="/">
        {texts.home}
      </Link>
    </main>
  );
}
