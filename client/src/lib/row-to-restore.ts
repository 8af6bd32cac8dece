import { atom } from 'nanostores';

/** A row of a list to restore, and its distance from the top of the window. */
export interface RowPlace {
  row: string;
  topPx: number;
}

/**
 * The row whose position is being restored, until that is finished: a list that contains it scrolls to it, and one that does not
 * continues to load.
 */
export const rowToRestore = atom<RowPlace | null>(null);
