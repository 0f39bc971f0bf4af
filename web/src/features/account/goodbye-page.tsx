import { PlainPage } from '../../components/plain-page.tsx';
import { accountTexts } from '../../lib/account-texts.ts';

/** Goodbye after an account is closed. */
export default function GoodbyePage() {
  const { title, text, home } = accountTexts.goodbye;
  return <PlainPage title={title} text={text} home={home} />;
}
