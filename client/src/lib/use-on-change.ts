import { useEffect, useRef } from 'react';

/** Calls back when a known value changes. */
export function useOnChange(value: string | number | undefined, onChange: () => void): void {
  const last = useRef(value);
  useEffect(() => {
    const before = last.current;
    last.current = value;
    if (before !== undefined && value !== undefined && before !== value) onChange();
  });
}
