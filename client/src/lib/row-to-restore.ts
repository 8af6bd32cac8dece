import { atom } from 'nanostores';

/** A row of a list that the reader comes back to, and how far below the window's top it stood. */
export interface RowPlace {
  row: string;
  topPx: number;
}

/**
 * The row that is to be in sight where the reader stood, while the way back to it is not done: a list that has it elsewhere
 * scrolls there, and one that has not loaded it goes on loading.
 */
export const rowToRestore = atom<RowPlace | null>(null);
