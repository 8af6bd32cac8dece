const TEXT_FIELD = 'textarea, input:not([type=checkbox], [type=radio])';

/**
 * Does in a dialog what was pressed before it was there: letters go into its first field for text, or the one that has the focus,
 * and other keys where they would have gone.
 * @returns false where the dialog has no such field
 */
export function typeInto(dialog: Element, presses: readonly KeyboardEvent[]): boolean {
  const field = dialog.querySelector(`:is(${TEXT_FIELD}):focus`) ?? dialog.querySelector(TEXT_FIELD);
  if (!isTextField(field)) return false;
  if (presses.length > 0) field.focus();
  for (const press of presses) {
    const isLetter = press.key.length === 1 && !press.ctrlKey && !press.metaKey && !press.altKey;
    if (isLetter) insert(field, press.key);
    else field.dispatchEvent(press);
  }
  return true;
}

function insert(field: HTMLInputElement | HTMLTextAreaElement, letter: string): void {
  field.setRangeText(
    letter,
    field.selectionStart ?? field.value.length,
    field.selectionEnd ?? field.value.length,
    'end',
  );
  field.dispatchEvent(new InputEvent('input', { bubbles: true, data: letter, inputType: 'insertText' }));
}

function isTextField(element: Element | null): element is HTMLInputElement | HTMLTextAreaElement {
  return element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
}
