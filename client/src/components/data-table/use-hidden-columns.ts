import type { ColumnVisibilityState } from '@tanstack/react-table';
import { useState } from 'react';
import { deviceStorage } from '../../lib/storage.ts';

/** The hidden columns of a list, stored on this device. */
export function useHiddenColumns(name: string): [ColumnVisibilityState, (visibility: ColumnVisibilityState) => void] {
  const key = `columns:${name}`;
  const [visibility, setVisibility] = useState(() => (deviceStorage.readJson(key) ?? {}) as ColumnVisibilityState);
  const remember = (next: ColumnVisibilityState) => {
    setVisibility(next);
    deviceStorage.keep(key, JSON.stringify(next));
  };
  return [visibility, remember];
}
