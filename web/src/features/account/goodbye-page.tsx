import { PlainPage } from '../../components/plain-page.tsx';
import { accountCopy } from './copy.ts';

/** Page that the user sees after deleting their account. */
export default function GoodbyePage() {
  const { title, text, home } = accountCopy.goodbye;
  return <PlainPage title={title} text={text} home={home} />;
}
