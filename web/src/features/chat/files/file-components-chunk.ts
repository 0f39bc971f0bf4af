/** Views of files in one script, which the page loads when it first needs a view. */
export { FilesDialog } from '../projects/files/files-dialog.tsx';
export { ComposerFiles } from './composer-files-and-paste-offer.tsx';
export { DeleteSentFileButton } from './delete-sent-file-button.tsx';
export { MessageEditorFiles } from './message-editor-files.tsx';
export { MessageFiles } from './message-files.tsx';
