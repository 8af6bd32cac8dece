const OPEN_LAYER = ':is([role=dialog], [role=alertdialog], [role=menu])[data-state=open]';
const TYPED_INTO = 'input:not([type=checkbox]), textarea, select, [contenteditable=true]';

/** Whether a single key is meant for the whole page: nobody types, no dialog or menu is open, nothing has taken it yet. */
export function isForPage(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return false;
  return !isTyping(event.target) && !document.querySelector(OPEN_LAYER);
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches(TYPED_INTO);
}
