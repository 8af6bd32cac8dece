import { CodeMissing } from '../lib/late-code.tsx';
import { loadPage } from '../lib/prefetch.ts';
import { mayLoadAnew, whenReachable } from '../lib/reach-server.ts';

/**
 * Resolves once the code of the page at this address is here, or can't be had and something else is shown in its place. While there
 * is no network it is waited for: the page that has come rendered can be read meanwhile.
 */
export async function codeOfPage(): Promise<void> {
  try {
    await loadPage(window.location.pathname);
  } catch (error) {
    if (!(error instanceof CodeMissing)) return;
    const { wasAway } = await whenReachable(new AbortController().signal);
    if (!error.wasAskedFor) return codeOfPage();
    // The browser does not ask for it again.
    if (!wasAway && !mayLoadAnew()) return;
    window.location.reload();
    await new Promise<never>(() => undefined);
  }
}
