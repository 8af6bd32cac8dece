import type { ColumnVisibilityState } from '@tanstack/react-table';
import { useState } from 'react';

/** Which columns of a list the reader has switched off, remembered on this device. */
export function useHiddenColumns(name: string): [ColumnVisibilityState, (visibility: ColumnVisibilityState) => void] {
  const key = `columns:${name}`;
  const [visibility, setVisibility] = useState(() => read(key));
  const remember = (next: ColumnVisibilityState) => {
    setVisibility(next);
    try {
      localStorage.setItem(key, JSON.stringify(next));
    } catch {
      // Without storage the choice lasts as long as the page.
    }
  };
  return [visibility, remember];
}

function read(key: string): ColumnVisibilityState {
  try {
    return (JSON.parse(localStorage.getItem(key) ?? 'null') ?? {}) as ColumnVisibilityState;
  } catch {
    return {};
  }
}
