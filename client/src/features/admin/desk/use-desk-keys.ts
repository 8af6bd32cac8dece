import { useEffect, useEffectEvent } from 'react';

/** A key and what it does; `key` as in `KeyboardEvent.key`, letters in lower case. */
export interface DeskKey {
  key: string;
  does: string;
  act: () => void;
}

/** Single keys for the whole page, silent while somebody types or a dialog or menu is open. */
export function useDeskKeys(keys: readonly DeskKey[]): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
    if (isTyping(event.target) || document.querySelector(OPEN_LAYER)) return;
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

const OPEN_LAYER = ':is([role=dialog], [role=alertdialog], [role=menu])[data-state=open]';
const TYPED_INTO = 'input:not([type=checkbox]), textarea, select, [contenteditable=true]';

function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches(TYPED_INTO);
}
