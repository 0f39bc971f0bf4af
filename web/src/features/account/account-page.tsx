import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Card, CardActions, CardFacts } from '../../components/card.tsx';
import { ColumnPage } from '../../components/column-page.tsx';
import { Item, ItemList } from '../../components/item-list.tsx';
import { Link } from '../../components/link.tsx';
import { useHasSupport } from '../../components/use-site-config.ts';
import { useTitle } from '../../components/use-title.ts';
import type { Viewer } from '../../lib/session/session-state.ts';
import styles from './account.module.css';
import { accountCopy } from './copy.ts';
import { DeleteDialog } from './delete-account-dialog.tsx';
import { DevicesSection } from './devices/devices-section.tsx';
import { ExportSection } from './export/export-section.tsx';
import { KeptChatsSection } from './kept-chats-section.tsx';
import { TwoStepSection } from './two-step/two-step-section.tsx';

export default function AccountPage({ viewer: { name, email } }: { readonly viewer: Viewer }) {
  useTitle(accountCopy.title);
  return (
    <ColumnPage back={{ to: '/chat', label: accountCopy.back }} title={accountCopy.title}>
      <Card label={accountCopy.title}>
        <CardFacts
          facts={[
            [accountCopy.name, name],
            [accountCopy.email, email],
          ]}
        />
      </Card>
      <LinksSection />
      <TwoStepSection email={email} />
      <DevicesSection />
      <KeptChatsSection />
      <ExportSection />
      <DeleteSection email={email} />
    </ColumnPage>
  );
}

function LinksSection() {
  const { title, pages } = accountCopy.links;
  const hasSupport = useHasSupport();
  return (
    <Card title={title}>
      <ItemList>
        {pages
          .filter(({ to }) => to !== '/support' || hasSupport)
          .map(({ to, label, about }) => (
            <Item
              key={to}
              text={
                <>
                  <p>
                    <Link className={styles.link} to={to}>
                      {label}
                    </Link>
                  </p>
                  <p className="soft">{about}</p>
                </>
              }
            />
          ))}
      </ItemList>
    </Card>
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
