import { MessagePage } from '../../components/message-page.tsx';
import { commonCopy } from '../../lib/common-copy.ts';

/**
 * Page for unknown paths. The server responds to such paths with 200, because only the client knows the routes.
 * `noindex` keeps search engines from listing the paths.
 */
export default function NotFoundPage() {
  return (
    <>
      <meta name="robots" content="noindex" />
      <MessagePage title={commonCopy.notFoundTitle} text={commonCopy.notFound} home={commonCopy.backHome} />
    </>
  );
}
