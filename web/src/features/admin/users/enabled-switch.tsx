import { useState } from 'react';
import type { UserDetails } from '#contract/admin';
import { useStore } from '../../../lib/store.ts';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { adminCopy } from '../copy.ts';
import type { UserAccount } from '../model/user-account.ts';

const words = adminCopy.users;

interface EnabledSwitchProps {
  readonly account: UserAccount;
  readonly user: UserDetails;
  readonly isSelf: boolean;
}

/** Ends or restores somebody's access, after a question. Not one's own. */
export function EnabledSwitch({ account, user: { email, enabled }, isSelf }: EnabledSwitchProps) {
  const { isChanging, error } = useStore(account.state);
  const [isAsking, setAsking] = useState(false);
  if (isSelf) return <p className="soft">{words.oneself}</p>;
  const action = enabled ? words.disable : words.enable;
  const close = () => {
    account.forgetError();
    setAsking(false);
  };
  const change = async () => {
    if (await account.setEnabled(!enabled)) close();
  };
  return (
    <div>
      <button
        type="button"
        className={`button ${enabled ? 'button-danger-plain' : ''}`}
        aria-haspopup="dialog"
        onClick={() => setAsking(true)}
      >
        {action}
      </button>
      {isAsking && (
        <ConfirmDialog
          question={enabled ? words.confirmDisable(email) : words.confirmEnable(email)}
          explanation={enabled ? words.disableExplained : words.enableExplained}
          action={action}
          isDangerous={enabled}
          isBusy={isChanging}
          error={error}
          onConfirm={() => void change()}
          onClose={close}
        />
      )}
    </div>
  );
}
