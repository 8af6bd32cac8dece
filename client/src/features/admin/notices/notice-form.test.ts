import { describe, expect, test } from 'vitest';
import { blankNotice, type Notice, noticeForm, stateOf, typedNotice } from './notice-form.ts';

const filled = { ...blankNotice, title: 'Eid', body: 'We rest.' };
const stored: Notice = {
  id: 1,
  title: 'Eid',
  body: 'We rest.',
  kind: 'page',
  level: 'warning',
  dismissible: false,
  startsAt: '2026-03-20T06:00:00.000Z',
  endsAt: '2026-03-22T06:00:00.000Z',
  updatedAt: '2026-03-19T06:00:00.000Z',
};

describe('a typed notice', () => {
  test('without times starts at once and has no end', () => {
    expect(noticeForm.parse(filled)).toEqual({ ...filled, startsAt: null, endsAt: null });
  });

  test('is sent as stored if nothing was changed', () => {
    const { id: _id, updatedAt: _updatedAt, ...fields } = stored;
    expect(noticeForm.parse(typedNotice(stored))).toEqual(fields);
    expect(typedNotice({ ...stored, endsAt: null }).endsAt).toBe('');
  });

  test("uses the shop's time zone", () => {
    expect(typedNotice(stored)).toMatchObject({ startsAt: '2026-03-20T12:00', endsAt: '2026-03-22T12:00' });
  });

  test.each([
    [{ title: ' ' }, 'title', 'Title is required'],
    [{ body: '' }, 'body', 'Text is required'],
    [{ startsAt: 'soon' }, 'startsAt', 'Start must be a date and time'],
    [{ endsAt: '9999-01-01T00:00' }, 'endsAt', 'End must be a date and time'],
    [{ startsAt: '2026-03-20T06:00', endsAt: '2026-03-20T06:00' }, 'endsAt', 'The end must be after the start'],
  ])('%o is refused for %s', (typed, field, message) => {
    const { error } = noticeForm.safeParse({ ...filled, ...typed });
    expect(error?.issues.map((issue) => [issue.path.join('.'), issue.message])).toEqual([[field, message]]);
  });
});

test.each([
  ['2026-03-20T05:59:59Z', 'later'],
  ['2026-03-20T06:00:00Z', 'now'],
  ['2026-03-22T05:59:59Z', 'now'],
  ['2026-03-22T06:00:00Z', 'over'],
])('at %s it is %s', (at, state) => {
  expect(stateOf(stored, new Date(at))).toBe(state);
});
