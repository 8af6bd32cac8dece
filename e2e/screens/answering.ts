import type { Page } from 'playwright-core';

/** An answer of a procedure, or a change of the server's own. */
type Made = object | ((answer: object) => object);

/** Loads the page again, with these answers of procedures instead of the server's. */
export async function answering(page: Page, made: Record<string, Made>): Promise<void> {
  const pattern = Object.keys(made)
    .map((name) => name.replaceAll('.', '\\.'))
    .join('|');
  await page.route(new RegExp(`/trpc/[^?]*(${pattern})`), async (route) => {
    const names = new URL(route.request().url()).pathname.split('/').at(-1)?.split(',') ?? [];
    // A page that closes has no answers.
    const response = await route.fetch().catch(() => undefined);
    const answers = ((await response?.json().catch(() => undefined)) ?? []) as { result?: { data: object } }[];
    const json = names.map((name, at) => {
      const change = made[name];
      if (!change) return answers[at];
      return { result: { data: typeof change === 'function' ? change(answers[at]?.result?.data ?? {}) : change } };
    });
    await route.fulfill({ status: 200, contentType: 'application/json', json }).catch(() => undefined);
  });
  await page.reload();
  await page.getByRole('heading', { level: 1 }).first().waitFor();
}
