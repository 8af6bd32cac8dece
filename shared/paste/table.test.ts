import { expect, test } from 'vitest';
import {
  currencyIn,
  guessColumns,
  hasDecimalPoint,
  oneCurrency,
  readCount,
  readLimits,
  readPrice,
  separatorOf,
} from './table.ts';

test.each([
  [
    ['ID', 'SERVICES', 'RATE/1000', 'Min/Max', 'Average Time'],
    ['externalId', 'name', 'price', 'minMax', 'avgTime'],
  ],
  [
    ['Service ID', 'Service', 'Price per 1000 ($)', 'Min order', 'Max order', 'Description'],
    ['externalId', 'name', 'price', 'min', 'max', 'description'],
  ],
  [
    ['service', 'name', 'type', 'category', 'rate', 'min', 'max', 'refill', 'cancel', 'dripfeed'],
    ['externalId', 'name', 'type', 'category', 'price', 'min', 'max', 'refillDays', 'cancel', null],
  ],
  [
    ['#', 'সার্ভিসের নাম', 'দাম', 'সর্বনিম্ন', 'সর্বোচ্চ'],
    ['externalId', 'name', 'price', 'min', 'max'],
  ],
  [
    ['\ufeffID', 'Package', 'Rate per 1K (USD)', 'MINIMUM', 'MAXIMUM'],
    ['externalId', 'name', 'price', 'min', 'max'],
  ],
  [
    ['Provider ID', 'Service Name', 'Your rate', 'Minimum quantity', 'Maximum quantity', 'Details'],
    ['externalId', 'name', 'price', 'min', 'max', 'description'],
  ],
  [
    ['id', 'service', 'cost', 'selling price'],
    ['externalId', 'name', null, 'price'],
  ],
  [
    ['Service ID', 'Service', 'Cost per 1000', 'Price'],
    ['externalId', 'name', null, 'price'],
  ],
  [
    ['Service', 'Cost', 'Rate'],
    ['name', null, 'price'],
  ],
  [
    ['ID', 'Service', 'Amount', 'Price per 1000'],
    ['externalId', 'name', null, 'price'],
  ],
  [
    ['ID', 'Service', 'Cost'],
    ['externalId', 'name', 'price'],
  ],
  [
    ['ID', 'Service', 'Rate (cost)', 'Rate (sell)', 'Amount'],
    ['externalId', 'name', null, null, null],
  ],
  [
    ['ID', 'Service', 'Rate (per 100)', 'Price (1 pc)', 'Rate [1 unit]', 'Price (each)', 'Rate (10,000)'],
    ['externalId', 'name', null, null, null, null, null],
  ],
  ...['(per 1000)', '(1K)', '[$ per 1,000 units]', '(per thousand)', '(BDT)'].map((unit): [string[], string[]] => [
    ['ID', 'Service', `Rate ${unit}`],
    ['externalId', 'name', 'price'],
  ]),
  [
    ['No', 'Provider ID', 'Service ID', 'Name', 'Rate'],
    [null, null, 'externalId', 'name', 'price'],
  ],
  [
    ['#', 'ID', 'Service', 'Rate'],
    [null, 'externalId', 'name', 'price'],
  ],
  [
    ['name', 'Name', 'foo'],
    ['name', null, null],
  ],
])('the columns of %j are guessed', (headers, expected) => {
  expect(guessColumns(headers)).toEqual(expected);
});

test.each([
  ['1,000,000', 1_000_000],
  ['1E+06', 1_000_000],
  ["'1000", 1000],
  ['="1000"', 1000],
  ['10K', 10_000],
  ['১,০০০', 1000],
  [' 100 ', 100],
])('the count in a cell %j is %i', (cell, value) => {
  expect(readCount(cell)).toEqual({ value });
});

test('a cell is read whole, or not at all', () => {
  expect(readCount(`1${' '.repeat(60_000)}1`)).toMatchObject({ code: 'not_whole' });
});

test.each([
  ['100/10,000', { min: 100, max: 10_000 }],
  ['100 - 10K', { min: 100, max: 10_000 }],
  ['100 – 5000', { min: 100, max: 5000 }],
  ['10 to 500', { min: 10, max: 500 }],
  ['100', null],
  ['1.000/5.000', null],
  ['a/b', null],
])('the limits in a cell %j are %j', (cell, limits) => {
  expect(readLimits(cell)).toEqual(limits);
});

test.each([
  ['0.95', '0.95', null],
  ['$0.95', '0.95', 'USD'],
  ['US$ 3', '3', 'USD'],
  ['12 USD', '12', 'USD'],
  ['0,95 €', '0.95', 'EUR'],
  ['৳ ১২০', '120', 'BDT'],
  ['Tk. 12.5', '12.5', 'BDT'],
  ['₹1,234.50', '1234.50', 'INR'],
  ['1.234,50', '1234.50', null],
  ['1,000,000', '1000000', null],
  ['0,950', '0.950', null],
  ['1.234', '1.234', null],
  ['.5', '0.5', null],
  ['9.5E-1', '0.95', null],
  ['1E-05', '0.00001', null],
  ['1.5E+2', '150', null],
  ["'0.5", '0.5', null],
  ['$0.95 / 1K', '0.95', 'USD'],
  ['0.95 per 1000', '0.95', null],
])('the price in a cell %j is %s', (cell, price, currency) => {
  expect(readPrice(cell)).toEqual({ price, currency });
});

test.each([
  ['1,234', 'ambiguous_price', ['1.234', '1234']],
  ['free', 'not_a_price', undefined],
  ['', 'not_a_price', undefined],
  ['$ 1 €', 'not_a_price', undefined],
  ['-1', 'not_a_price', undefined],
  ['1 2', 'not_a_price', undefined],
  ['0,123,456', 'not_a_price', undefined],
  [`1${' '.repeat(60_000)}1`, 'not_a_price', undefined],
])('the price in a cell %j is refused: %s', (cell, code, values) => {
  expect(readPrice(cell)).toMatchObject(values ? { code, values } : { code });
});

test.each([
  ['Rate per 1000 ($)', 'USD'],
  ['RATE/1000$', 'USD'],
  ['Price (BDT)', 'BDT'],
  ['Price in Tk.', 'BDT'],
  ['দাম (টাকা)', 'BDT'],
  ['Price_EUR', 'EUR'],
  ['Rate (R$)', 'R$'],
  ['Rate CAD', 'CAD'],
  ['Price ¥', '¥'],
  ['Price (pkr)', 'PKR'],
  ['Price [Pkr/1k]', 'PKR'],
  ['Price Rupees', 'INR'],
  ['priceBDT', 'BDT'],
  ['Rate per 1000', null],
  ['Rate (per 1000)', null],
  ['price', null],
  ['x'.repeat(60_000), null],
])('the currency of a header %.20s is %s', (header, currency) => {
  expect(currencyIn(header)).toBe(currency);
});

test.each([
  [['0.95', '1.250'], true],
  [['$1.5', '1.250'], true],
  [['1.250', '2.500'], false],
  [['1.250', '0,95', '0.5'], false],
  [['1,250', '1.5'], true],
  [['3', ''], false],
])('the dot in %j is a decimal point: %s', (cells, isPoint) => {
  expect(hasDecimalPoint(cells)).toBe(isPoint);
});

test('a price with a dot that may group thousands is ambiguous', () => {
  expect(readPrice('1.250', false)).toMatchObject({ code: 'ambiguous_price', values: ['1.250', '1250'] });
  expect(readPrice('0.250', false)).toMatchObject({ price: '0.250' });
});

test('the prices of a file are in one currency', () => {
  const prices = (...cells: string[]) =>
    cells.map((cell) => readPrice(cell)).flatMap((read) => ('price' in read ? read : []));
  expect(oneCurrency(prices('$1', '2', '3 USD'))).toBe('USD');
  expect(oneCurrency(prices('1', '2'))).toBeNull();
  expect(oneCurrency(prices('$1', '€2'))).toBeUndefined();
});

test.each([
  ['id,name,price', ','],
  ['id;name;price', ';'],
  ['id\tname\tprice', '\t'],
  ['id|name|price', '|'],
  ['"a,b,c";d;e', ';'],
])('the columns of %j stand apart by %j', (line, separator) => {
  expect(separatorOf(line)).toBe(separator);
});
