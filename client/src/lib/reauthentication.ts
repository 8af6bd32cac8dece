import { useStore } from '@nanostores/react';
import { atom } from 'nanostores';
import { readError } from './errors.ts';
import { session } from './session.ts';

export type ConfirmBy = 'password' | 'code';

/** A question to the user who they are; one for all calls that wait for it. */
export interface Confirmation {
  id: number;
  /** The procedure of the first of these calls. */
  path: string;
  confirmBy: ConfirmBy;
  answer: (isConfirmed: boolean) => void;
}

const $confirmation = atom<Confirmation | null>(null);
let asked: Promise<boolean> | undefined;
let lastId = 0;
let timesConfirmed = 0;

/** The question that waits for the user, if any. */
export function useConfirmation(): Confirmation | null {
  return useStore($confirmation);
}

/** Ends the question without a confirmation, when the screen that asks goes away. */
export function cancelConfirmation(): void {
  $confirmation.get()?.answer(false);
}

/**
 * Begins a call that the server may refuse until the user has confirmed who they are.
 * @param path of its procedure
 * @returns asks the user after such a refusal, and resolves to whether the call is to be sent again; undefined for any other error
 */
export function beginCall(path: string): (error: unknown) => Promise<boolean> | undefined {
  const userId = idOfUser();
  const timesBefore = timesConfirmed;
  return (error) => {
    const { code, details } = readError(error);
    // What one user began must not go on in the name of another.
    if (code !== 'reauthentication_required' || userId === undefined || idOfUser() !== userId) return undefined;
    // Confirmed after this call was sent.
    if (timesConfirmed !== timesBefore) return Promise.resolve(true);
    asked ??= ask(userId, path, details.confirmBy ?? 'password');
    return asked;
  };
}

function ask(userId: number, path: string, confirmBy: ConfirmBy): Promise<boolean> {
  return new Promise((resolve) => {
    const answer = (isConfirmed: boolean) => {
      stop();
      asked = undefined;
      $confirmation.set(null);
      if (isConfirmed) timesConfirmed += 1;
      resolve(isConfirmed);
    };
    const stop = session.subscribe(() => {
      if (idOfUser() !== userId) answer(false);
    });
    $confirmation.set({ id: ++lastId, path, confirmBy, answer });
  });
}

function idOfUser(): number | undefined {
  return session.get().user?.id;
}
