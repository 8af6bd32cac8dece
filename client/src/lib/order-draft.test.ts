import { beforeEach, expect, test } from 'vitest';
import {
  adoptVisitorDraft,
  forgetOrderDraft,
  keepOrderDraft,
  latestDraftedService,
  type OrderDraft,
  readOrderDraft,
  VISITOR_ID,
} from './order-draft.ts';

const mine = { userId: 1, serviceId: 7 };

beforeEach(() => sessionStorage.clear());

test('a draft is read as stored, until it is removed', () => {
  keepOrderDraft(mine, { link: 'https://example.com', quantity: '1,00' });
  expect(readOrderDraft(mine)).toEqual({ link: 'https://example.com', quantity: '1,00' });
  forgetOrderDraft(mine);
  expect(readOrderDraft(mine)).toBeNull();
});

test.each<[string, OrderDraft | null]>([
  ['{"link":"@shop","quantity":"1"}', { link: '@shop', quantity: '1' }],
  ['{"link":"@shop","quantity":"1","comments":"Nice!"}', { link: '@shop', quantity: '1', comments: 'Nice!' }],
  ['{"link":"@shop","quantity":"1","comments":["Nice!"]}', { link: '@shop', quantity: '1' }],
  ['{"link":"@shop","comments":"Nice!"}', null],
  ['{"link":1,"quantity":"1"}', null],
  ['{', null],
  ['[]', null],
  ['null', null],
])('the stored text %s is the draft %j', (stored, draft) => {
  sessionStorage.setItem('order-draft:1:7', stored);
  expect(readOrderDraft(mine)).toEqual(draft);
});

test('neither another service nor another customer in the same tab sees it', () => {
  keepOrderDraft(mine, { link: '@shop', quantity: '100' });
  expect(readOrderDraft({ userId: 1, serviceId: 8 })).toBeNull();
  expect(readOrderDraft({ userId: 2, serviceId: 7 })).toBeNull();
});

test('the last order that was filled in is the one to continue, while it is stored', () => {
  keepOrderDraft({ userId: 1, serviceId: 8 }, { link: '@shop', quantity: '100' });
  keepOrderDraft(mine, { link: '@shop', quantity: '100' });
  expect(latestDraftedService(1)).toBe(7);
  expect(latestDraftedService(2)).toBeNull();
  forgetOrderDraft(mine);
  expect(latestDraftedService(1)).toBeNull();
});

test("a visitor's draft goes to the one user who signs in next, and replaces an older one", () => {
  keepOrderDraft(mine, { link: '@older', quantity: '100' });
  keepOrderDraft({ userId: VISITOR_ID, serviceId: 7 }, { link: '@typed.before', quantity: '200' });
  adoptVisitorDraft(mine);
  expect(readOrderDraft(mine)).toEqual({ link: '@typed.before', quantity: '200' });
  expect(latestDraftedService(1)).toBe(7);
  adoptVisitorDraft({ userId: 2, serviceId: 7 });
  expect(readOrderDraft({ userId: 2, serviceId: 7 })).toBeNull();
});
