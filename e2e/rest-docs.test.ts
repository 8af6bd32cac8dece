import { expect, test } from 'vitest';
import { calls } from '#server/api/rest/calls.ts';
import { watchPage } from './browser.ts';
import { sharedPanel } from './shared-panel.ts';
import { testBrowser } from './test-browser.ts';

/** The documentation page of the REST API, with strict headers and no foreign requests. */
const { url } = sharedPanel();

const browser = await testBrowser();

test('every call can be read and tried out', async () => {
  const page = await browser.newPage();
  const { problems } = watchPage(page);
  const foreign: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(url) && !request.url().startsWith('data:')) foreign.push(request.url());
  });
  await page.goto(`${url}/api/docs`);
  await page.locator('.opblock').first().waitFor();
  expect(await page.locator('.opblock').count()).toBe(calls.length);

  const getAll = page.locator('#operations-service-serviceGetAll');
  await getAll.locator('.opblock-summary-control').click();
  await getAll.getByRole('row', { name: /limit/ }).getByRole('textbox').fill('2');
  await getAll.getByRole('button', { name: 'Execute' }).click();
  const answer = getAll.locator('.live-responses-table .response').first();
  await answer.waitFor();
  expect(await answer.locator('.response-col_status').textContent()).toContain('200');
  expect(await answer.textContent()).toContain('"limit": 2');

  expect(foreign).toEqual([]);
  expect(problems).toEqual([]);
});
