import { Button, IconButton } from '../../../components/button.tsx';
import { Icon } from '../../../components/icon.tsx';
import { fileCopy } from './adding-files-copy.ts';
import styles from './draft-and-project-files.module.css';

const number = new Intl.NumberFormat('en');

interface PasteOfferProps {
  readonly text: string;
  readonly onAccept: (file: File) => void;
  readonly onDismiss: () => void;
}

/** Offers to send a long pasted text as a file. The text is already in the input field. */
export function PasteOffer({ text, onAccept, onDismiss }: PasteOfferProps) {
  const { paste } = fileCopy;
  return (
    <p className={styles.offer} role="status">
      {paste.offer(number.format(text.length))}
      <Button isSmall onClick={() => onAccept(new File([text], paste.name, { type: 'text/plain' }))}>
        {paste.accept}
      </Button>
      <IconButton aria-label={fileCopy.dismiss} onClick={onDismiss}>
        <Icon name="close" size={16} />
      </IconButton>
    </p>
  );
}
