import type { ColumnVisibilityState } from '@tanstack/react-table';
import { useState } from 'react';
import { deviceStorage } from '../../lib/storage.ts';

/** Which columns of a list the reader has switched off, kept on this device; without storage, as long as the page. */
export function useHiddenColumns(name: string): [ColumnVisibilityState, (visibility: ColumnVisibilityState) => void] {
  const key = `columns:${name}`;
  const [visibility, setVisibility] = useState(() => (deviceStorage.readJson(key) ?? {}) as ColumnVisibilityState);
  const remember = (next: ColumnVisibilityState) => {
    setVisibility(next);
    deviceStorage.keep(key, JSON.stringify(next));
  };
  return [visibility, remember];
}
