import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { nanos } from '#shared/money.ts';
import cases from '#shared/paste/cases.json' with { type: 'json' };
import { readLink } from '#shared/paste/link.ts';
import type { ServiceType } from '#shared/service-types.ts';
import { aService, type PlaceInput, placed } from '../../testing/orders.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { startSignedIn } from '../../testing/signed-in-browser.ts';
import { parseLines } from './mass-order/parse-lines.ts';
import { OrderDialogHost } from './order-dialog-host.tsx';
import { orderFormSchema } from './order-schema.ts';

/* The table of pasted links through the order form and mass order. Tests of the server run the APIs through it. */

const linkOf = new Map(cases.links.map(([text = '', link = '']) => [text, link]));
const texts = [...cases.links, ...cases.linkProblems].map(([text = '']) => text);

/** The link of a text, or the sentence that refuses it. */
function expectedOf(text: string): string {
  const read = readLink(text);
  return linkOf.get(text) ?? ('problem' in read ? `! ${read.problem}` : `no problem: ${read.link}`);
}

/** Browsers paste a line break into a field of one line as a space. */
const inOneLine = (text: string) => text.replaceAll(/\r\n|[\r\n]/g, ' ');

test('the form reads each text, and refuses it with the same sentence', () => {
  const schema = orderFormSchema(aService());
  const read = texts.map((text) => {
    const result = schema.safeParse({ link: inOneLine(text), quantity: '100', comments: '' });
    return [text, result.success ? result.data.link : `! ${result.error.issues[0]?.message}`];
  });
  // Without its empty line, the text behind it may belong to the name.
  const paragraph = 'https://www.facebook.com/rahim.store\n\nPlease do it';
  const asked = '! The address has a blank in it, before Please: is that a part of it?';
  expect(read).toEqual(texts.map((text) => [text, text === paragraph ? asked : expectedOf(text)]));
});

const onSale = new Map<number, ServiceType>([[7, 'default']]);
/** A line break ends a line of the box. */
const lines = texts.filter((text) => !/[\r\n]/.test(text));

/** How mass order reads the text in a line of its own. */
function massReading(text: string, separator: string): string {
  const [{ order, problem } = {}, ...others] = parseLines(['7', text, '100'].join(separator), onSale);
  expect(others, text).toEqual([]);
  if (!order) return `! ${problem}`;
  const { serviceId, link, quantity, comments } = order;
  return serviceId === 7 && quantity === 100 && !comments ? link : JSON.stringify(order);
}

test.each([' | ', '|', '\t', ' ; ', ';', ',', ', '])('mass order reads each text in a line with %j', (separator) => {
  // In a text with other separators, another split may be the reason of the refusal.
  const isRefused = (text: string) => separator.trim() !== '|' && /[|\t;,]/.test(text);
  const read = lines.map((text) => {
    const reading = massReading(text, separator);
    const expected = expectedOf(text);
    return [text, isRefused(text) && reading.startsWith('!') && expected.startsWith('!') ? expected : reading];
  });
  // Beside tabs its commas are the separators of the line.
  const isByCommas = (text: string) => separator === '\t' && text === ', rahim, ';
  expect(read).toEqual(lines.map((text) => [text, isByCommas(text) ? 'rahim' : expectedOf(text)]));
});

const asked: PlaceInput[] = [];

beforeEach(() => {
  asked.length = 0;
  startSignedIn((name: string, input: object) => {
    if (name === 'services.get') return aService();
    if (name === 'balance.get') return { balanceNanos: nanos(10e9) };
    if (name !== 'orders.place') throw new Error(`the dialog has no business with ${name}`);
    asked.push(input as PlaceInput);
    return placed(input as PlaceInput);
  });
});
afterEach(cleanup);

async function openForm(): Promise<HTMLElement> {
  renderScreen(<OrderDialogHost />, '/service?order=7');
  return screen.findByLabelText('Link');
}

const submit = () => screen.getByRole('button', { name: 'Submit' });

/** Some texts of every kind. */
const sample = cases.links.filter((_, at) => at % 15 === 0 || at > cases.links.length - 5);

test.each(sample as [string, string, string, string][])(
  'in the form %j is ordered as %s, which it says before',
  async (text, link) => {
    const field = await openForm();
    fireEvent.change(field, { target: { value: inOneLine(text) } });
    if (text.trim() === link) expect(screen.queryByText(/Will be ordered/)).toBeNull();
    else expect(await screen.findByText(`Will be ordered: ${link}`)).toBeDefined();
    await userEvent.click(submit());
    expect(await screen.findByText('Order Successful!')).toBeDefined();
    expect(asked).toMatchObject([{ serviceId: 7, link, quantity: 100 }]);
  },
);

test('the form says each problem at its field, and orders nothing', async () => {
  const field = await openForm();
  const firsts = new Map([...cases.linkProblems].reverse().map(([text = '', code = '']) => [code, text]));
  firsts.delete('missing');
  for (const text of firsts.values()) {
    fireEvent.change(field, { target: { value: inOneLine(text) } });
    await userEvent.click(submit());
    const read = readLink(text);
    if (!('problem' in read)) throw new Error(`${text} is a link`);
    await waitFor(() => expect(screen.getByText(read.problem)).toBeDefined());
  }
  expect(firsts.size).toBeGreaterThan(10);
  expect(asked).toEqual([]);
});

test('of two links in a text the form asks which one, and orders the one that is pressed', async () => {
  const field = await openForm();
  fireEvent.change(field, { target: { value: 'https://t.me/shopbd or https://t.me/dealsbd' } });
  await userEvent.click(submit());
  await userEvent.click(await screen.findByRole('button', { name: 'https://t.me/dealsbd' }));
  await userEvent.click(submit());
  expect(await screen.findByText('Order Successful!')).toBeDefined();
  expect(asked).toMatchObject([{ link: 'https://t.me/dealsbd' }]);
});
