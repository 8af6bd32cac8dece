import { useStore } from '@nanostores/react';
import { atom } from 'nanostores';
import { useEffect, useRef } from 'react';
import { useBlocker } from 'react-router-dom';
import { confirmLeaving } from './run-change.ts';

/** How many forms of the page have unsaved changes. */
const $unsavedForms = atom(0);

/** Registers a form's unsaved changes; the page calls {@link useAskBeforeLeaving}. */
export function useUnsavedChanges(isChanged: boolean): void {
  useEffect(() => {
    if (!isChanged) return;
    $unsavedForms.set($unsavedForms.get() + 1);
    return () => $unsavedForms.set($unsavedForms.get() - 1);
  }, [isChanged]);
}

/**
 * Confirms before a page with unsaved changes is left: by a link, a button, the palette or the history, and, with the browser's own
 * text, by closing the tab. Navigation within the page needs no confirmation. A router has one blocker, so the page calls this once for
 * all its forms.
 */
export function useAskBeforeLeaving(): void {
  const isUnsaved = useStore($unsavedForms) > 0;
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isUnsaved && currentLocation.pathname !== nextLocation.pathname,
  );
  const isAsking = useRef(false);
  useEffect(() => {
    if (blocker.state !== 'blocked' || isAsking.current) return;
    isAsking.current = true;
    void confirmLeaving().then((leaves) => {
      isAsking.current = false;
      if (leaves) blocker.proceed();
      else blocker.reset();
    });
  }, [blocker]);
  useEffect(() => {
    if (!isUnsaved) return;
    const onUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', onUnload);
    return () => window.removeEventListener('beforeunload', onUnload);
  }, [isUnsaved]);
}
