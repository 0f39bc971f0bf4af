import { PlainPage } from '../../components/plain-page.tsx';
import { accountCopy } from './copy.ts';

/** Goodbye after an account is closed. */
export default function GoodbyePage() {
  const { title, text, home } = accountCopy.goodbye;
  return <PlainPage title={title} text={text} home={home} />;
}
