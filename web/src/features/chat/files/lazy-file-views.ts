/** Views of files that load with the first file or the dialog of a project's files, together in one script. */
export { FilesDialog } from '../projects/files/files-dialog.tsx';
export { ComposerFiles } from './composer-files.tsx';
export { MessageEditorFiles } from './message-editor-files.tsx';
export { MessageFiles } from './message-files.tsx';
export { RemoveFileAction } from './remove-file-action.tsx';
