import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Card, CardActions, CardFacts } from '../../components/card.tsx';
import { ColumnPage } from '../../components/column-page.tsx';
import { Link } from '../../components/link.tsx';
import { useHasSupport } from '../../components/use-site-config.ts';
import { useTitle } from '../../components/use-title.ts';
import type { Viewer } from '../../lib/session/session-state.ts';
import styles from './account.module.css';
import { accountCopy } from './copy.ts';
import { DeleteDialog } from './delete-dialog.tsx';
import { DevicesSection } from './devices/devices-section.tsx';
import { ExportSection } from './export/export-section.tsx';
import { KeptChatsSection } from './kept-chats-section.tsx';
import { TwoStepSection } from './two-step/two-step-section.tsx';

/**
 * Account page: the user's name and address, links to usage, plan and support, two-step sign-in, signed-in devices, what
 * this browser keeps, the download of the user's data, and account deletion.
 */
export default function AccountPage({ viewer: { name, email } }: { readonly viewer: Viewer }) {
  useTitle(accountCopy.title);
  const hasSupport = useHasSupport();
  return (
    <ColumnPage back={{ to: '/chat', label: accountCopy.back }} title={accountCopy.title}>
      <Card label={accountCopy.title}>
        <CardFacts
          facts={[
            [accountCopy.name, name],
            [accountCopy.email, email],
          ]}
        />
        <Link className={styles.link} to="/usage">
          {accountCopy.usage}
        </Link>
        <Link className={styles.link} to="/subscription">
          {accountCopy.plan}
        </Link>
        <Link className={styles.link} to="/shared">
          {accountCopy.sharedChats}
        </Link>
        <Link className={styles.link} to="/import">
          {accountCopy.importChats}
        </Link>
        {hasSupport && (
          <Link className={styles.link} to="/support">
            {accountCopy.support}
          </Link>
        )}
      </Card>
      <TwoStepSection email={email} />
      <DevicesSection />
      <KeptChatsSection />
      <ExportSection />
      <DeleteSection email={email} />
    </ColumnPage>
  );
}

function DeleteSection({ email }: Pick<Viewer, 'email'>) {
  const { title, about, open } = accountCopy.delete;
  const [isLeaving, setLeaving] = useState(false);
  return (
    <Card title={title}>
      <p className="soft">{about}</p>
      <CardActions>
        <Button kind="danger-outline" aria-haspopup="dialog" onClick={() => setLeaving(true)}>
          {open}
        </Button>
      </CardActions>
      {isLeaving && <DeleteDialog email={email} onClose={() => setLeaving(false)} />}
    </Card>
  );
}
