import { useStore } from '@nanostores/react';
import { atom, onMount } from 'nanostores';

const EVERY_MS = 30_000;

const $now = atom(Date.now());

onMount($now, () => {
  $now.set(Date.now());
  const timer = setInterval(() => $now.set(Date.now()), EVERY_MS);
  return () => clearInterval(timer);
});

/** The time in milliseconds, updated twice a minute; all users share one clock. */
export function useNow(): number {
  return useStore($now);
}
