import { PlainPage } from '../../components/plain-page.tsx';
import { texts } from '../../lib/texts.ts';

/**
 * The site answers every path of the page with 200, since only the page knows its routes; to search engines this
 * says that there is nothing.
 */
export default function NotFoundPage() {
  return (
    <>
      <meta name="robots" content="noindex" />
      <PlainPage title={texts.notFoundTitle} text={texts.notFound} home={texts.backHome} />
    </>
  );
}
