import { MessagePage } from '../../components/notice-page.tsx';
import { commonCopy } from '../../lib/common-and-sign-in-copy.ts';

/** Page for unknown paths. The server responds with 200, so `noindex` keeps search engines from listing them. */
export default function NotFoundPage() {
  return (
    <>
      <meta name="robots" content="noindex" />
      <MessagePage title={commonCopy.notFoundTitle} text={commonCopy.notFound} home={commonCopy.backHome} />
    </>
  );
}
