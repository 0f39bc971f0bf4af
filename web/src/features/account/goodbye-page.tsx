import { MessagePage } from '../../components/notice-page.tsx';
import { accountCopy } from './copy.ts';

/** Page that the user sees after deleting their account. */
export default function GoodbyePage() {
  const { title, text, home } = accountCopy.goodbye;
  return <MessagePage title={title} text={text} home={home} />;
}
