import { PlainPage } from '../../components/plain-page.tsx';
import { commonCopy } from '../../lib/copy.ts';

/**
 * The site answers every path of the page with 200, since only the page knows its routes; to search engines this
 * says that there is nothing.
 */
export default function NotFoundPage() {
  return (
    <>
      <meta name="robots" content="noindex" />
      <PlainPage title={commonCopy.notFoundTitle} text={commonCopy.notFound} home={commonCopy.backHome} />
    </>
  );
}
