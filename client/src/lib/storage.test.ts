import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { deviceStorage, tabStorage } from './storage.ts';

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});
afterEach(() => vi.restoreAllMocks());

describe.each([
  { name: 'localStorage', storage: deviceStorage, under: localStorage, other: sessionStorage },
  { name: 'sessionStorage', storage: tabStorage, under: sessionStorage, other: localStorage },
] as const)('over $name', ({ name, storage, under, other }) => {
  test('a text is read as stored, until it is removed', () => {
    expect(storage.read('a')).toBeNull();
    storage.keep('a', 'black');
    expect(storage.read('a')).toBe('black');
    expect(under.getItem('a')).toBe('black');
    expect(other.length).toBe(0);
    storage.forget('a');
    expect(storage.read('a')).toBeNull();
    expect(under.length).toBe(0);
  });

  test('JSON is parsed, and anything else is null', () => {
    expect(storage.readJson('a')).toBeNull();
    storage.keep('a', '{"b":[1]}');
    expect(storage.readJson('a')).toEqual({ b: [1] });
    storage.keep('a', '{');
    expect(storage.readJson('a')).toBeNull();
  });

  test('what a full storage does not take lasts as long as the page', () => {
    storage.keep('a', 'before');
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    expect(storage.keep('a', 'after')).toBe(false);
    expect([storage.read('a'), under.getItem('a')]).toEqual(['after', 'before']);
    vi.restoreAllMocks();
    expect(storage.keep('a', 'last')).toBe(true);
    expect([storage.read('a'), under.getItem('a')]).toEqual(['last', 'last']);
  });

  test('a blocked storage is an empty one that lasts as long as the page', () => {
    storage.keep('a', '1');
    vi.spyOn(globalThis, name, 'get').mockImplementation(() => {
      throw new DOMException('blocked', 'SecurityError');
    });
    expect(storage.read('a')).toBeNull();
    expect(storage.readJson('a')).toBeNull();
    expect(storage.keep('a', '2')).toBe(false);
    expect(storage.read('a')).toBe('2');
    storage.forget('a');
    expect(storage.read('a')).toBeNull();
    vi.restoreAllMocks();
    expect(storage.read('a')).toBe('1');
  });
});
