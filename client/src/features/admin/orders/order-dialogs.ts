/** One chunk for both. */
export { default as PartialDialog } from './partial-dialog.tsx';
export { default as ProgressDialog } from './progress-dialog.tsx';
