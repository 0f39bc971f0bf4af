import { PlainPage } from '../../components/plain-page.tsx';
import { texts } from '../../lib/texts.ts';

/** Stands in for a screen whose release is still to come. */
export default function ComingPage() {
  return <PlainPage title={texts.comingTitle} text={texts.coming} home={texts.backHome} />;
}
