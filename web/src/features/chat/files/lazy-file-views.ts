/** Views of files that load with the first file, together in one script. */
export { ComposerFiles } from './composer-files.tsx';
export { MessageFiles } from './message-files.tsx';
export { RemoveFileAction } from './remove-file-action.tsx';
export { SentFiles } from './sent-files.tsx';
