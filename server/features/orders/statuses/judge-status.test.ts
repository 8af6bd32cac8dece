import { expect, it } from 'vitest';
import { supplierMicros } from '#shared/supplier-money.ts';
import { type JudgedOrder, judgeStatus, type SupplierStatus, type Verdict } from './judge-status.ts';

const open: JudgedOrder = { status: 'pending', quantity: 1000, remaining: null, isPackage: false };
const completed: JudgedOrder = { ...open, status: 'completed' };
const partial: JudgedOrder = { ...open, status: 'partial', remaining: 300 };
const rejected: JudgedOrder = { ...open, status: 'rejected' };
const aPackage: JudgedOrder = { ...open, quantity: 1, isPackage: true };

const reject = { decided: { decision: 'reject' }, returnedUnits: 1000 } as const;
const complete = { decided: { decision: 'complete' } } as const;
const partly = { decided: { decision: 'partial', remaining: 300 }, returnedUnits: 300 } as const;
const flag = (name: Verdict['flag']) => ({ flag: name });
const cents = supplierMicros(10_000);

it.each<[string, JudgedOrder, SupplierStatus, Verdict]>([
  ['an unknown word', open, { meaning: undefined, remains: 0 }, flag('unknown_status')],
  ['a word for an open order', open, { meaning: 'open' }, { progress: {} }],
  [
    'the figures of an open order',
    open,
    { meaning: 'open', startCount: 120, remains: 400 },
    { progress: { startCount: 120, remains: 400 } },
  ],
  [
    'zeros of an open order, which mean unknown',
    open,
    { meaning: 'open', startCount: 0, remains: 0 },
    { progress: {} },
  ],
  [
    'a start count of 0 of a running delivery',
    open,
    { meaning: 'open', startCount: 0, remains: 400 },
    { progress: { startCount: 0, remains: 400 } },
  ],
  ['all remains', open, { meaning: 'open', startCount: 0, remains: 1000 }, { progress: { remains: 1000 } }],
  ['negative remains of an open order', open, { meaning: 'open', remains: -5 }, flag('remains_out_of_range')],
  ['endless remains of an open order', open, { meaning: 'open', remains: 1e11 }, flag('remains_out_of_range')],

  ['completed', { ...open, status: 'processing' }, { meaning: 'completed', remains: 0 }, complete],
  ['completed without remains', open, { meaning: 'completed' }, complete],
  ['completed with more than ordered', open, { meaning: 'completed', remains: -70 }, complete],
  [
    'completed although some remain',
    open,
    { meaning: 'completed', remains: 12 },
    { ...complete, flag: 'completed_with_remains' },
  ],
  [
    'completed, more remaining than ordered',
    open,
    { meaning: 'completed', remains: 1001 },
    flag('remains_out_of_range'),
  ],
  [
    'completed, with a start count',
    open,
    { meaning: 'completed', startCount: 9, remains: 0 },
    { ...complete, progress: { startCount: 9 } },
  ],
  ['a completed package', aPackage, { meaning: 'completed', remains: 0 }, complete],

  ['partial', open, { meaning: 'partial', remains: 300, charge: cents }, partly],
  ['partial with nothing left', open, { meaning: 'partial', remains: 0 }, complete],
  ['partial with everything left', open, { meaning: 'partial', remains: 1000 }, reject],
  ['partial with a unit too many', open, { meaning: 'partial', remains: 1001 }, flag('remains_out_of_range')],
  ['partial with negative remains', open, { meaning: 'partial', remains: -1 }, flag('remains_out_of_range')],
  ['partial without remains', open, { meaning: 'partial' }, flag('remains_out_of_range')],
  ['a partial package', aPackage, { meaning: 'partial', remains: 1 }, flag('partial_package')],
  ['a partial package with nothing left', aPackage, { meaning: 'partial', remains: 0 }, flag('partial_package')],

  ['canceled', open, { meaning: 'canceled', remains: 1000, charge: supplierMicros(0) }, reject],
  ['canceled without figures', open, { meaning: 'canceled' }, reject],
  [
    'canceled with a charge',
    open,
    { meaning: 'canceled', remains: 1000, charge: cents },
    flag('charged_though_canceled'),
  ],
  ['canceled with negative remains', open, { meaning: 'canceled', remains: -5 }, flag('remains_out_of_range')],
  [
    'a canceled package',
    aPackage,
    { meaning: 'canceled', remains: 1 },
    { decided: { decision: 'reject' }, returnedUnits: 1 },
  ],

  ['an unknown word after the end', completed, { meaning: undefined }, {}],
  ['a status that goes backward', completed, { meaning: 'open', remains: -1 }, {}],
  ['open after a rejection', rejected, { meaning: 'open', remains: 10 }, {}],
  ['completed again', completed, { meaning: 'completed', remains: 0 }, {}],
  ['completed after a rejection', rejected, { meaning: 'completed', remains: 0 }, flag('changed_after_end')],
  ['completed after a partial delivery', partial, { meaning: 'completed' }, flag('changed_after_end')],
  ['canceled after the delivery', completed, { meaning: 'canceled' }, { flag: 'money_back', returnedUnits: 1000 }],
  ['canceled after a partial delivery', partial, { meaning: 'canceled' }, { flag: 'money_back', returnedUnits: 1000 }],
  [
    'partial after the delivery',
    completed,
    { meaning: 'partial', remains: 40 },
    { flag: 'money_back', returnedUnits: 40 },
  ],
  ['the same partial again', partial, { meaning: 'partial', remains: 300 }, { returnedUnits: 300 }],
  [
    'less left than before',
    partial,
    { meaning: 'partial', remains: 2 },
    { flag: 'changed_after_end', returnedUnits: 2 },
  ],
  ['canceled like the staff decided', rejected, { meaning: 'canceled', remains: 1000 }, { returnedUnits: 1000 }],
  [
    'canceled with a charge, after a rejection',
    rejected,
    { meaning: 'canceled', charge: cents },
    flag('charged_though_canceled'),
  ],
])('%s', (_, order, said, verdict) => {
  expect(judgeStatus(order, said)).toEqual(verdict);
});
