/** A layer with `data-page-keys` is a part of the page, so the page's shortcuts stay active. */
const OPEN_LAYER = ':is([role=dialog], [role=alertdialog], [role=menu])[data-state=open]:not([data-page-keys])';
const TYPED_INTO = 'input:not([type=checkbox]), textarea, select, [contenteditable=true]';

/**
 * Whether a key is a shortcut for the whole page: no text field has the focus, no dialog or menu is open, no listener has handled
 * it.
 * @param mayRepeat whether repeats of a held key count
 */
export function isForPage(event: KeyboardEvent, mayRepeat = false): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return false;
  return (mayRepeat || !event.repeat) && !isTyping(event.target) && !openLayer();
}

/** The dialog or menu that receives keys. */
export function openLayer(): Element | null {
  return document.querySelector(OPEN_LAYER);
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches(TYPED_INTO);
}
