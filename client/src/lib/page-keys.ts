/** One that bears `data-page-keys` is a part of the page that happens to lie over it, and leaves the page its keys. */
const OPEN_LAYER = ':is([role=dialog], [role=alertdialog], [role=menu])[data-state=open]:not([data-page-keys])';
const TYPED_INTO = 'input:not([type=checkbox]), textarea, select, [contenteditable=true]';

/**
 * Whether a single key is meant for the whole page: nobody types, no dialog or menu is open, nothing has taken it yet.
 * @param mayRepeat whether it counts also while it is held down
 */
export function isForPage(event: KeyboardEvent, mayRepeat = false): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return false;
  return (mayRepeat || !event.repeat) && !isTyping(event.target) && !openLayer();
}

/** The dialog or menu that keys belong to. */
export function openLayer(): Element | null {
  return document.querySelector(OPEN_LAYER);
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches(TYPED_INTO);
}
