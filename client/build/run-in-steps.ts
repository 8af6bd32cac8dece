import type { Plugin } from 'vite';

/** How vite names the first script, and those that it begins with. */
const NAMED =
  /<(?:link rel="modulepreload" crossorigin href|script type="module" crossorigin src)="([^"]*)">(?:<\/script>)?\s*/g;
/** How a page names them instead. */
const LINKED = /<link rel="modulepreload" crossorigin fetchpriority="low"(?: data-run)? href="([^"]*)">/g;
/** What is run one after the other, so that none of it holds up the page for long; the first script comes last. */
const STEPS = [/\/vendor-/, /\/look-/, /\/index-/];

/** A page's scripts by their addresses. */
export interface Scripts {
  steps: string[];
  /** What those import. */
  others: string[];
}

/** Has theme-script.js run the code once the first frame is shown, in steps; the browser fetches all of it meanwhile. */
export function runInSteps(): Plugin {
  return {
    name: 'run-in-steps',
    apply: 'build',
    enforce: 'post',
    transformIndexHtml: {
      order: 'post',
      handler: (html) =>
        html.replaceAll(NAMED, '').replace('</head>', () => `${linksTo(scriptsIn(html, NAMED))}</head>`),
    },
  };
}

/** The scripts that a built page names. @throws Error where one of the steps is not among them */
export function scriptsOf(html: string): Scripts {
  return scriptsIn(html, LINKED);
}

function scriptsIn(html: string, links: RegExp): Scripts {
  const files = [...html.matchAll(links)].map(([, file = '']) => file);
  const steps = STEPS.flatMap((step) => files.filter((file) => step.test(file)));
  if (steps.length !== STEPS.length) throw new Error(`index.html has no scripts but ${steps.join(', ')}`);
  return { steps, others: files.filter((file) => !steps.includes(file)) };
}

/** The same page without them. */
export function withoutScripts(html: string): string {
  return html.replaceAll(LINKED, '');
}

/** What is to be seen first is in the page: its fonts and the shop's notices go before the scripts. */
export function linksTo({ steps, others }: Scripts): string {
  const link = (run: string) => (file: string) =>
    `<link rel="modulepreload" crossorigin fetchpriority="low"${run} href="${file}">`;
  return [...others.map(link('')), ...steps.map(link(' data-run'))].join('');
}
