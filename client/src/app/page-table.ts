import type { ComponentType } from 'react';
import type { IconType } from 'react-icons';
import type { Language } from '#shared/languages.ts';
import type { QueueCounts } from '../lib/queue-counts.ts';

type Names = Record<Language, string>;

/** The place of a page in the menus: the sidebar, the bottom bar, its "More" and the command palette. */
export interface MenuEntry {
  name: Names;
  icon: IconType;
  /** A shorter name for the bottom bar. */
  short?: Names;
  /** Other paths of the same place; one that ends with a slash includes everything below. */
  also?: readonly string[];
  /** How many items wait there for an admin. */
  waiting?: (counts: QueueCounts) => number;
  /** In the sidebar's profile block or the top bar, so not among the dashboard's pages. */
  outside?: true;
}

/** A page: everything but its path, which is in `lib/paths.ts`. With an icon it is in the menus, in the order of its table. */
export type PageRow = Omit<MenuEntry, 'icon'> & {
  icon?: IconType;
  load: () => Promise<{ default: ComponentType }>;
  /** The document's title, if it is not the name; a page with content of its own sets it. */
  title?: Names;
};
