import { useState } from 'react';
import { changePricesTexts } from '../../../i18n/en/admin/admin-services.ts';
import { isUnsure, readError } from '../../../lib/errors.ts';
import { useReadServicesAgain } from './use-read-services-again.ts';

interface Outcome {
  onDone: () => void;
  /** The catalogue is another one than in the preview. */
  onRefused: () => void;
}

/** A change of many services. If its response is lost, it can only be sent again unchanged, which changes nothing twice. */
export function useSafeChange<Change>(send: (change: Change) => Promise<unknown>) {
  const [problem, setProblem] = useState<string | null>(null);
  const [unanswered, setUnanswered] = useState<Change | null>(null);
  const readAgain = useReadServicesAgain();

  const submit = async (change: Change, { onDone, onRefused }: Outcome) => {
    setProblem(null);
    try {
      await send(change);
      onDone();
    } catch (error) {
      const refusal = readError(error);
      const isOpen = isUnsure(refusal, unanswered !== null);
      setUnanswered(isOpen ? change : null);
      setProblem(isOpen ? changePricesTexts.get().safeAgain({ message: refusal.message }) : refusal.message);
      if (!isOpen) onRefused();
    }
    void readAgain();
  };

  return { problem, setProblem, unanswered, submit };
}
