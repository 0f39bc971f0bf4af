import { type SyntheticEvent, useState } from 'react';
import { AppError } from '#contract/error-codes';
import { useIsMounted } from '../../../components/use-is-mounted.ts';
import { projectsCopy as copy } from './copy.ts';

/**
 * `submit` saves, and closes the dialog after a success, unless the user has closed it already. After a failure,
 * `failure` is the text to show.
 */
export function useDialogSave(save: () => Promise<unknown>, onClose: () => void) {
  const [isSaving, setSaving] = useState(false);
  const [failure, setFailure] = useState<string>();
  const isMounted = useIsMounted();
  const submit = async (event?: SyntheticEvent) => {
    event?.preventDefault();
    if (isSaving) return;
    setSaving(true);
    setFailure(undefined);
    try {
      await save();
      if (isMounted.current) onClose();
    } catch (error) {
      setSaving(false);
      const code = error instanceof AppError ? error.code : undefined;
      const reason = code === 'project_not_found' ? copy.deletedElsewhere : copy.saveFailed;
      setFailure(code === 'too_many_projects' ? copy.full : reason);
    }
  };
  return { isSaving, failure, submit };
}
