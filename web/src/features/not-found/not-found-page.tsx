import { PlainPage } from '../../components/plain-page.tsx';
import { texts } from '../../lib/texts.ts';

export default function NotFoundPage() {
  return <PlainPage title={texts.notFoundTitle} text={texts.notFound} home={texts.backHome} />;
}
