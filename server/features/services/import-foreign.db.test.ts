import { desc, isNull } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { importMappings, services } from '#db/schema/services.ts';
import type { ImportedServices, ImportServicesInput } from '#shared/catalogue-file.ts';
import { textOfFile } from '#shared/paste/file-text.ts';
import { testApp } from '../../testing/app.ts';
import { makeService } from '../../testing/factories.ts';
import { refusalOf } from '../../testing/refusal.ts';

const app = await testApp();
const admin = await app.createAdminUser();
beforeEach(async () => {
  await app.db.execute('delete from rate_limits');
  await app.db.execute('delete from import_mappings');
  await app.db.execute('update services set deleted_at = now(), external_id = null');
});

type Options = Pick<ImportServicesInput, 'mapping' | 'skipFaulty'>;
const send = (input: ImportServicesInput): Promise<ImportedServices> =>
  admin.client.admin.services.import.mutate(input);
const preview = (csv: string, options: Options = {}) => send({ csv, apply: false, ...options });
const apply = async (csv: string, options: Options = {}) =>
  send({ csv, apply: true, ...options, previewHash: (await preview(csv, options)).previewHash });
const stored = () => app.db.select().from(services).where(isNull(services.deletedAt)).orderBy(services.id);
const messagesOf = ({ lines }: ImportedServices) =>
  lines.flatMap(({ line, messages }) => messages.map(({ field, message }) => `${line} ${field}: ${message}`));
const usedIn = ({ columns }: ImportedServices) =>
  Object.fromEntries(columns.flatMap(({ column, header }) => (column ? [[column, header]] : [])));

const likes = { externalId: '7', name: 'Instagram Likes', price: '$0.95', min: '100', max: '10000' };
type Cells = Partial<typeof likes>;
const table = (headers: string[], rows: string[][], separator = ',') =>
  [headers, ...rows].map((cells) => cells.join(separator)).join('\n');
const lineOf = (cells: Cells = {}) => Object.values({ ...likes, ...cells });
const HEADERS = ['Service ID', 'Service', 'Rate per 1000', 'Min order', 'Max order'];
const foreign = (...lines: Cells[]) => table(HEADERS, lines.map(lineOf));
const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le');

/** One service, as the files of many panels write it. */
const files: [what: string, file: string | Buffer, differs?: Record<string, unknown>][] = [
  [
    'of a price list',
    table(['ID', 'SERVICES', 'RATE/1000', 'Min/Max'], [['7', 'Instagram Likes', '0.95', '100/10000']]),
  ],
  ['with usual headers', foreign({})],
  ['with semicolons and decimal commas', table(HEADERS, [lineOf({ price: '0,95' })], ';')],
  ['with tabs, as pasted from a spreadsheet', table(HEADERS, [lineOf({ max: '10,000' })], '\t')],
  ['with |', table(HEADERS, [lineOf()], ' | ')],
  [
    'with | and quotes in names',
    table(HEADERS, [lineOf({ name: 'Instagram "Real" Likes' })], '|'),
    { name: 'Instagram "Real" Likes' },
  ],
  ['with the mark of UTF-8 and breaks of Windows', `\ufeff${foreign({}).replaceAll('\n', '\r\n')}`],
  ['in UTF-16', utf16(table(HEADERS, [lineOf()], '\t'))],
  ['in UTF-16 in the other order', utf16(foreign({})).swap16()],
  ['that names its separator', `sep=|\n${table(HEADERS, [lineOf()], '|')}`],
  ['with grouped numbers', foreign({ max: '"1,000,000"' }), { max: 1_000_000 }],
  ['with lakhs', foreign({ max: '"1,00,000"' }), { max: 100_000 }],
  ['with numbers that a spreadsheet shortened', foreign({ max: '1E+06', price: '9.5E-1' }), { max: 1_000_000 }],
  [
    'with numbers kept as texts',
    table(HEADERS, [lineOf({ externalId: "'007", min: "'100", max: '="10000"', price: "'0.95" })], '\t'),
    { externalId: '007' },
  ],
  ['with thousands as K', foreign({ max: '10K' })],
  ['with Bengali digits', foreign({ max: '১০,০০০'.replace(',', ''), price: '০.৯৫' })],
  ['with headers in Bengali', table(['#', 'সার্ভিসের নাম', 'দাম', 'সর্বনিম্ন', 'সর্বোচ্চ'], [lineOf()])],
  ['with dollars behind', foreign({ price: '0.95 USD' })],
  ['with dollars in the header', foreign({ price: '0.95' }).replace('per 1000', 'per 1K (USD)')],
  ['with a price for 1,000 in the cell', foreign({ price: '$0.95 / 1K' })],
  [
    'with limits by a dash',
    table(['Id', 'Service name', 'Your rate', 'Limits'], [['7', 'Instagram Likes', '0.95', '100 - 10K']]),
  ],
  [
    'as the API of panels names its fields',
    table(
      ['service', 'name', 'type', 'category', 'rate', 'min', 'max', 'refill', 'cancel', 'dripfeed'],
      [['7', 'Likes', 'Default', 'Instagram Likes [HQ]', '0.95', '100', '10000', 'true', 'false', 'true']],
    ),
    { name: 'Likes', description: 'Likes', refillDays: 30, cancel: false },
  ],
  [
    'with times and a description',
    table(
      [...HEADERS, 'Description', 'Average Time', 'Refill'],
      [
        [...lineOf(), 'Real people.', '0-2 hours', '60 days'],
        [...lineOf({ externalId: '8' }), '', 'Not enough data', 'No'],
      ],
    ),
    { description: 'Real people.', avgTimeHours: 2, refillDays: 60 },
  ],
  [
    'with a refill of 1',
    table(
      [...HEADERS, 'Refill'],
      [
        [...lineOf(), '1'],
        [...lineOf({ externalId: '8' }), '0'],
      ],
    ),
    { refillDays: 30 },
  ],
  ['with a refill of one day', table([...HEADERS, 'Refill days'], [[...lineOf(), '1']]), { refillDays: 1 }],
  ['with a column of dollars', table([...HEADERS, 'Currency'], [[...lineOf(), 'usd']])],
  ['with a row number and what it costs', table(['No', 'Cost', ...HEADERS], [['1', '0.5', ...lineOf()]])],
  [
    'with a category that the name contradicts',
    table([...HEADERS, 'Category'], [[...lineOf(), 'YouTube Views']]),
    { category: 'youtube-likes' },
  ],
  ['with a category that says nothing', table([...HEADERS, 'Category'], [[...lineOf(), '★ Cheapest ★']])],
  [
    'with headings',
    table(HEADERS, [['TikTok Likes [Real]', '', '', '', ''], lineOf({ name: 'Likes' })]),
    { name: 'Likes', category: 'tiktok-likes' },
  ],
  ['with headings under the names', table(HEADERS, [['', 'Instagram'], lineOf({ name: 'Likes' })]), { name: 'Likes' }],
  [
    'with its headers above each part',
    table(HEADERS, [['Instagram'], HEADERS, lineOf({ name: 'Likes' })], '\t'),
    { name: 'Likes' },
  ],
  [
    'with a column without a header and one twice',
    table([...HEADERS, '', 'Rate', 'x'], [[...lineOf(), 'a', '5', 'b']]),
  ],
  ['with formulas that an export defused', foreign({ name: "'+1 Instagram Likes" }), { name: '+1 Instagram Likes' }],
];

test.each(files)('a file %s is read', async (_, file, differs = {}) => {
  const csv = typeof file === 'string' ? file : textOfFile(file);
  const shown = await preview(csv ?? '');
  expect(messagesOf(shown)).toEqual([]);
  expect(shown.columnsFrom).toBe('guess');
  const applied = await apply(csv ?? '');
  expect(applied.applied).toBe(true);
  expect((await stored())[0]).toMatchObject({
    externalId: '7',
    name: 'Instagram Likes',
    category: 'instagram-likes',
    priceMicros: 950_000,
    min: 100,
    max: 10_000,
    avgTimeHours: 24,
    platform: expect.any(String),
    ...differs,
  });
  // Their numbers are external ids: the next file updates the same services.
  expect((await preview(csv ?? '')).counts).toMatchObject({ create: 0, update: 0, error: 0 });
});

test('the answer names the columns, a sample of each, and those that are not used', async () => {
  const csv = table([...HEADERS, 'Drip feed'], [['Instagram'], [...lineOf(), 'yes']], '\t');
  expect((await preview(csv)).columns).toEqual([
    { header: 'Service ID', sample: '7', column: 'externalId' },
    { header: 'Service', sample: 'Instagram Likes', column: 'name' },
    { header: 'Rate per 1000', sample: '$0.95', column: 'price' },
    { header: 'Min order', sample: '100', column: 'min' },
    { header: 'Max order', sample: '10000', column: 'max' },
    { header: 'Drip feed', sample: 'yes', column: null },
  ]);
  const own = await preview('Name, External_ID\nx,y');
  expect(own).toMatchObject({ columnsFrom: 'headers', columns: [{ column: 'name' }, { column: 'externalId' }] });
});

const number = (text: string, values: string) => `“${text}” can be read in more than one way: write ${values}`;

test.each([
  ['a count with a dot', { max: '10.000' }, `max: ${number('10.000', '10 or 10000')}`],
  ['a price with a dot that may group', { price: '1.000' }, 'price: “1.000” can be read as 1.000 or 1000'],
  ['a price with a comma that may group', { price: '"1,234"' }, 'price: “1,234” can be read as 1.234 or 1234'],
  ['no price', { price: 'free' }, 'price: “free” is not a price'],
  ['an empty price', { price: '' }, 'price: Price is required'],
  ['a price for another count', { price: '$0.95 / 100' }, 'price: “$0.95 / 100” is not a price'],
  ['a price below zero', { price: '-1' }, 'price: “-1” is not a price'],
  ['two currencies in a cell', { price: '$1 €' }, 'price: “$1 €” is not a price'],
  ['an endless price', { price: '9'.repeat(60_000) }, `price: “${'9'.repeat(40)}” is not a price`],
  ['too many decimals', { price: '0.0000001' }, 'price: Price may have at most 6 decimals'],
  ['no count', { min: 'few' }, 'min: “few” is not a whole number'],
  ['an empty limit', { max: '' }, 'max: Maximum value is required'],
  ['a maximum below the minimum', { max: '50' }, 'max: Maximum must not be less than minimum'],
  ['an endless name', { name: `Instagram ${'x'.repeat(60_000)}` }, 'name: Service name must be at most 200 characters'],
])('a line with %s is refused with the reason', async (_, cells, message) => {
  const good = { externalId: '8', price: '3' };
  const outcome = await preview(foreign(cells, good));
  expect(messagesOf(outcome).slice(0, 1)).toEqual([`2 ${message}`]);
  expect(outcome.lines.map(({ kind }) => kind)).toEqual(['error', 'create']);
});

test('limits in one cell, a lost separator and a cell too few have reasons', async () => {
  const csv = table(
    ['ID', 'Service', 'Rate', 'Min/Max'],
    [
      ['7', 'Instagram Likes', '0.95', '1.000/5.000'],
      ['8', 'Instagram Likes', '0', '95', '10/20'],
      ['9', 'Instagram Likes', '0.95'],
    ],
  );
  expect(messagesOf(await preview(csv))).toEqual([
    '2 min: “1.000/5.000” is not two limits, such as 100/10000',
    '3 null: The line has 5 cells and the headers are 4: a text with a separator in it needs quotes',
    '3 min: “95” is not two limits, such as 100/10000',
    '4 null: The line has 3 cells and the headers are 4: a text with a separator in it needs quotes',
  ]);
});

test('a line with only a name and no service below it has a reason', async () => {
  const csv = table(HEADERS, [
    ['', 'Instagram Likes'],
    ['', 'TikTok Views', '', '', ''],
    lineOf(),
    ['', 'X', '', '', ''],
  ]);
  const { lines } = await preview(csv);
  expect(lines.map(({ line, kind, name }) => [line, kind, name])).toEqual([
    [2, 'error', 'Instagram Likes'],
    [4, 'create', 'Instagram Likes'],
    [5, 'error', 'X'],
  ]);
});

describe('the currency', () => {
  const convert = (names: string) => `The prices are in ${names}. Convert them all to dollars in the file first`;
  test.each([
    ['of all prices', foreign({ price: '৳95' }, { price: '120' }), 'BDT'],
    ['in the header', foreign({ price: '95' }).replace('per 1000', '(BDT)'), 'BDT'],
    ['of one price', foreign({ price: '$1' }, { price: '€1' }), 'USD, EUR'],
    ['that the header contradicts', foreign({ price: '$1' }).replace('per 1000', '৳'), 'BDT, USD'],
    ['in the header in small letters', foreign({ price: '280.5' }).replace('per 1000', '(pkr)'), 'PKR'],
    ['at the end of the header', foreign({ price: '280.5' }).replace('Rate per 1000', 'priceBDT'), 'BDT'],
    [
      'in a column of its own',
      table(
        [...HEADERS, 'Currency'],
        ['pkr', '', 'USD'].map((currency) => [...lineOf({ price: '280.5' }), currency]),
      ),
      'pkr, USD',
    ],
    ['of another dollar', foreign({ price: '1' }).replace('per 1000', '(A$)'), 'A$'],
  ])('%s is refused in words', async (_, csv, names) => {
    const { code, message, details } = await refusalOf(preview(csv));
    expect([code, message]).toEqual(['bad_input', convert(names)]);
    expect(details?.columns?.[2]).toMatchObject({ column: 'price' });
  });
});

describe('a file that is almost ours is not guessed', () => {
  test.each([
    ['a mistyped column', 'id,name,price,desciption\n1,x,2,y', '"desciption"'],
    ['both our ids', 'id,externalId,name,Rate\n1,a,x,2', '"Rate"'],
    ['a note of our own', 'id,name,price,Remark\n1,x,2,y', '"Remark"'],
    ['a renamed column beside our id', 'id;name;price;min;max;notes\n1;x;2;3;4;y', '"notes"'],
    ['two prices', 'ID,Service,Rate (cost),Rate (sell)\n1,x,2,3', '"Service", "Rate (cost)", "Rate (sell)"'],
    ['a price of one in brackets', 'ID,Service,Price (1 pc),Min,Max\n1,x,2,3,4', '"Service", "Price (1 pc)"'],
    ['no price', 'Service ID,Service,Min,Max\n1,x,2,3', '"Service ID", "Service"'],
    ['a price of one', 'ID,Service,Price per 1,Min,Max\n1,x,2,3,4', '"Service", "Price per 1"'],
    ['a price of a hundred', 'ID,Service,Rate per 100,Min,Max\n1,x,2,3,4', '"Service", "Rate per 100"'],
    ['nothing known', 'a,b,c\n1,2,3', '"a", "b", "c"'],
  ])('with %s', async (_, csv, names) => {
    const { message, fieldErrors, details } = await refusalOf(preview(csv));
    expect(message).toMatch(`There is no column ${names}. The columns are id, externalId`);
    expect(fieldErrors?.csv).toEqual([message]);
    // The dialog shows them, and the admin maps them.
    expect(details?.columns?.map(({ header }) => header)).toEqual(csv.split('\n')[0]?.split(/[,;]/));
  });
});

test.each([
  ['too many', 'id,'.repeat(200) + 'id\n1'],
  ['none', ',,,\n'],
])('a file with %s columns is refused without columns to choose from', async (_, csv) => {
  expect((await refusalOf(preview(csv))).details?.columns).toBeUndefined();
});

test('a file of ours with an empty header keeps our columns to choose from', async () => {
  const { message, details } = await refusalOf(preview('id,,price\n1,x,2'));
  expect(message).toMatch('There is no column ""');
  expect(details?.columns?.map(({ column }) => column)).toEqual(['id', null, 'price']);
});

describe('a mapping', () => {
  const csv = 'No,What,Dollars,From,To,Where\n7,Likes,0.95,100,10000,Instagram Likes';
  const mapping = { externalId: 'No', name: 'What', price: 'Dollars', min: 'From', max: 'To', category: 'Where' };

  test('says what the columns are, is bound to its preview, and is remembered when it is applied', async () => {
    expect((await refusalOf(preview(csv))).code).toBe('bad_input');
    const shown = await preview(csv, { mapping });
    expect([shown.columnsFrom, usedIn(shown)]).toEqual(['mapping', mapping]);
    const other = { ...mapping, min: 'To', max: 'From' };
    const { previewHash } = shown;
    expect((await refusalOf(send({ csv, apply: true, previewHash, mapping: other }))).code).toBe('catalogue_changed');
    expect((await refusalOf(preview(csv))).code).toBe('bad_input');
    await send({ csv, apply: true, previewHash, mapping });
    expect(await stored()).toMatchObject([{ externalId: '7', category: 'instagram-likes', priceMicros: 950_000 }]);
    const next = await preview(csv.replace('0.95', '1.5'));
    expect([next.columnsFrom, usedIn(next), next.counts.update]).toEqual(['remembered', mapping, 1]);
    // Other headers are another file.
    expect((await refusalOf(preview(csv.replace('Where', 'Here')))).code).toBe('bad_input');
  });

  test('goes before the guess, also when it is remembered', async () => {
    const two = table([...HEADERS, 'My price'], [[...lineOf(), '2']]);
    expect(usedIn(await preview(two)).price).toBe('Rate per 1000');
    const mapped = { externalId: 'Service ID', name: 'Service', price: 'My price', min: 'Min order', max: 'Max order' };
    await apply(two, { mapping: mapped });
    const next = await preview(two);
    expect([next.columnsFrom, usedIn(next)]).toEqual(['remembered', mapped]);
  });

  test('reads a file with our headers as another panel’s, and is not taken for ours later', async () => {
    const headers = 'id,name,category,price,min,max\n987654,Likes,Instagram,$0.95,100,10K';
    expect(messagesOf(await preview(headers))[0]).toMatch('There is no service 987654');
    const options = {
      mapping: { externalId: 'id', name: 'name', category: 'category', price: 'price', min: 'min', max: 'max' },
    };
    expect((await apply(headers, options)).counts.create).toBe(1);
    expect((await preview(headers)).columnsFrom).toBe('headers');
  });

  test('names headers that are there twice, empty or long', async () => {
    const long = 'x'.repeat(60_000);
    const headers = ['a', 'a', '', long, '__proto__', 'দাম', 'b'];
    const csvOf = table(headers, [['7', 'Instagram Likes', '1', '100', '10000', '2', 'z']]);
    const { details } = await refusalOf(preview(csvOf));
    const names = details?.columns?.map(({ header }) => header);
    expect(names).toEqual(['a', 'a #2', '#3', 'x'.repeat(100), '__proto__', 'দাম', 'b']);
    const [externalId = '', name = '', price = '', min = '', max = ''] = names ?? [];
    expect((await apply(csvOf, { mapping: { externalId, name, price, min, max } })).counts.create).toBe(1);
  });

  test.each([
    ['of a header that is not there', { name: 'Nix' }, 'The file has no column "Nix"'],
    ['of one header twice', { name: 'What', price: 'What' }, 'The column "What" is chosen twice'],
    ['of a header of 60 kB', { name: 'x'.repeat(60_000) }, 'The file has no such header'],
  ])('%s is refused', async (_, bad, message) => {
    expect(await refusalOf(preview(csv, { mapping: bad }))).toMatchObject({ code: 'bad_input', message });
  });

  test.each(['{"__proto__":"What"}', '{"constructor":"What"}', '{"names":"What"}', '[]', '"name"'])(
    'with other columns is refused: %s',
    async (text) => {
      const answer = await fetch(`${app.url}/trpc/admin.services.import`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${admin.accessToken}` },
        body: `{"csv":"What\\nx","apply":false,"mapping":${text}}`,
      });
      expect(answer.status).toBe(400);
    },
  );

  test('without our columns uses none', async () => {
    const { columns, counts } = await preview(csv, { mapping: {} });
    expect([columns.map(({ column }) => column), counts.error]).toEqual([Array(6).fill(null), 1]);
  });

  test('is forgotten for 200 newer ones', async () => {
    await app.db.execute(`
      insert into import_mappings (headers, mapping, used_at)
      select n::text, '{}', now() - n * interval '1 minute' from generate_series(1, 300) as n`);
    await apply(csv, { mapping });
    const rows = await app.db.select().from(importMappings).orderBy(desc(importMappings.usedAt));
    expect(rows).toHaveLength(200);
    expect(rows[0]?.mapping).toEqual(mapping);
    expect(rows.at(-1)?.headers).toBe('199');
  });
});

describe('lines that can’t be read', () => {
  test('are left out if the admin says so, and the others are written', async () => {
    const csv = foreign({}, { externalId: '8', price: 'free' }, { externalId: '9' });
    const strict = await preview(csv);
    expect(strict.counts).toMatchObject({ create: 2, error: 1 });
    const { previewHash } = strict;
    expect((await refusalOf(send({ csv, apply: true, previewHash }))).message).toBe(
      "A line can't be taken. Nothing was written.",
    );
    expect((await refusalOf(send({ csv, apply: true, previewHash, skipFaulty: true }))).code).toBe('catalogue_changed');
    expect(await stored()).toHaveLength(0);
    const shown = await preview(csv, { skipFaulty: true });
    const applied = await send({ csv, apply: true, skipFaulty: true, previewHash: shown.previewHash });
    expect(applied.counts).toMatchObject({ create: 2, error: 1 });
    expect((await stored()).map(({ externalId }) => externalId)).toEqual(['7', '9']);
  });

  test('alone are refused all the same', async () => {
    const csv = foreign({ price: 'free' }, { externalId: '8', price: 'free' });
    const message = "2 lines can't be taken. Nothing was written.";
    expect(await refusalOf(apply(csv, { skipFaulty: true }))).toMatchObject({ message });
    const unseen = send({ csv, apply: true, previewHash: 'a1', skipFaulty: true });
    expect(await refusalOf(unseen)).toMatchObject({ code: 'catalogue_changed' });
  });

  test('are left out of our own files, too, and an answer that was lost changes nothing', async () => {
    const service = await makeService(app.db, { externalId: 'one' });
    const csv = `id,price\n${service.id},3\n,1`;
    const { previewHash } = await preview(csv, { skipFaulty: true });
    const input = { csv, apply: true, skipFaulty: true, previewHash };
    await send(input);
    expect(await send(input)).toMatchObject({ applied: true });
    expect(await stored()).toMatchObject([{ priceMicros: 3_000_000 }]);
  });

  test('keep their external ids, which other lines then can not take', async () => {
    const [a, b, c] = [
      await makeService(app.db, { externalId: 'a' }),
      await makeService(app.db, { externalId: 'b' }),
      await makeService(app.db, { externalId: 'c' }),
    ];
    const csv = `id,externalId\n${a.id},b\n${b.id},c\n${c.id},a\n${c.id},d`;
    expect(messagesOf(await preview(csv))).toEqual([`5 id: Line 4 is about the same service`]);
    const outcome = await preview(csv, { skipFaulty: true });
    expect(messagesOf(outcome)).toEqual([
      `2 externalId: It is that of service ${b.id} already`,
      `3 externalId: It is that of service ${c.id} already`,
      `4 externalId: It is that of service ${a.id} already`,
      `5 id: Line 4 is about the same service`,
    ]);
  });
});

test('a category comes from its cell, else from the name, else from the heading', async () => {
  const rows = [
    ['Instagram'],
    ['1', 'Likes', ''],
    ['2', 'TikTok Likes', ''],
    ['3', 'TikTok Likes', 'FB'],
    ['★ New ★'],
    ['4', 'Likes', ''],
  ];
  const csv = table(
    ['ID', 'Service', 'Category', 'Rate', 'Limits'],
    rows.map((row) => (row[1] ? [...row, '1', '10/100'] : row)),
  );
  const { lines } = await preview(csv);
  expect(
    lines.map(({ changes, messages }) => changes.find(({ field }) => field === 'category')?.to ?? messages[0]),
  ).toEqual(['instagram-likes', 'tiktok-likes', 'facebook-likes', 'other-likes']);
});

test('an existing service keeps what the file does not say', async () => {
  await makeService(app.db, { externalId: '7', category: 'tiktok', description: 'Mine.', avgTimeHours: 5 });
  const { lines } = await apply(foreign({}));
  expect(lines[0]?.changes.map(({ field }) => field)).toEqual(['name', 'price', 'min']);
  expect(await stored()).toMatchObject([{ category: 'tiktok', description: 'Mine.', avgTimeHours: 5 }]);
});

test.each([
  [
    '100 columns',
    table([...HEADERS, ...Array.from({ length: 95 }, (_, n) => `c${n}`)], [[...lineOf(), ...Array(95).fill('x')]]),
  ],
  ['60,000 quotes in a cell', foreign({ name: `"Instagram ${'""'.repeat(30_000)}"` })],
  [
    '60,000 spaces in each cell',
    foreign(...['1', '2'].map((externalId) => ({ externalId, price: `1${' '.repeat(60_000)}2` }))),
  ],
  ['60,000 signs in a header', foreign({}).replace('per 1000', `per 1000${'(['.repeat(30_000)}`)],
  ['4,000 headings', `${foreign({})}\n${'Instagram\n'.repeat(4_000)}`],
])('a file with %s is answered', async (_, csv) => {
  expect((await preview(csv)).lines.length).toBeGreaterThan(0);
});

test('5,000 lines of another panel are imported', async () => {
  const lines = Array.from({ length: 5000 }, (_, n) => ({ externalId: String(n), name: `Instagram Likes ${n}` }));
  expect((await apply(foreign(...lines))).counts.create).toBe(5000);
});
