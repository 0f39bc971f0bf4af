import { Modal } from '../../../components/modal.tsx';
import { searchTexts } from '../../../lib/search-texts.ts';

/** Finds chats and messages (spec 2). */
export function SearchDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <Modal label={searchTexts.label} onClose={onClose}>
      <input placeholder={searchTexts.placeholder} />
    </Modal>
  );
}
