const loads: (() => Promise<unknown>)[] = [];
let isWriting = false;

/** Declares a part of a page, which must be loaded before the page can be written as HTML. */
export function addLatePart(load: () => Promise<unknown>): void {
  loads.push(load);
}

/** Whether a page is rendered to be written into its HTML, not in the browser. */
export function isWritingHtml(): boolean {
  return isWriting;
}

/** Renders with the content of all late parts, to write it into a page's HTML. */
export async function withLateParts(render: () => string): Promise<string> {
  await Promise.all(loads.map((load) => load()));
  isWriting = true;
  try {
    return render();
  } finally {
    isWriting = false;
  }
}
