import { type SyntheticEvent, useState } from 'react';
import { useBeforeUnload, useBlocker } from 'react-router-dom';

export interface Storing {
  isStored: boolean;
  setStored: (isStored: boolean) => void;
  /** Whether somebody tried to leave without having stored it. */
  isMissing: boolean;
  /** Closes it once it is stored. */
  submit: (event: SyntheticEvent) => void;
}

/**
 * Keeps a secret that is displayed once on the screen until it is stored: neither Back nor a link leaves it, and the tab asks before it
 * closes.
 * @param isDisplayed also true for the time of the request that makes it, whose response must not be lost
 */
export function useStoring(isDisplayed: boolean, onDone: () => void): Storing {
  const [isStored, setStored] = useState(false);
  const [hasTried, setTried] = useState(false);
  const isKept = isDisplayed && !isStored;
  const blocker = useBlocker(isKept);
  useBeforeUnload((event) => {
    if (isKept) event.preventDefault();
  });
  return {
    isStored,
    setStored,
    isMissing: isKept && (hasTried || blocker.state === 'blocked'),
    submit(event) {
      event.preventDefault();
      if (isStored) onDone();
      else setTried(true);
    },
  };
}
