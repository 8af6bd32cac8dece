import { texts } from '../texts.ts';

/** The dashboard's sidebar. */
export const sidebarTexts = texts('sidebar', {
  foldSidebar: 'Collapse',
  openSidebar: 'Open the sidebar',
  waiting: '{count} waiting',
});
