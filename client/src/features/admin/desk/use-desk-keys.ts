import { useEffect, useEffectEvent } from 'react';
import { isForPage } from '../../../lib/page-keys.ts';

/** A key and what it does; `key` as in `KeyboardEvent.key`, letters in lower case. */
export interface DeskKey {
  key: string;
  does: string;
  act: () => void;
}

/** Single keys for the whole page, silent while somebody types or a dialog or menu is open. */
export function useDeskKeys(keys: readonly DeskKey[]): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (!isForPage(event)) return;
    const pressed = keys.find(({ key }) => key === event.key.toLowerCase());
    if (!pressed) return;
    event.preventDefault();
    pressed.act();
  });
  useEffect(() => {
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}
