import { useEffect, useRef } from 'react';

/** Tells when a known value becomes another one. */
export function useOnChange(value: string | number | undefined, onChange: () => void): void {
  const last = useRef(value);
  useEffect(() => {
    const before = last.current;
    last.current = value;
    if (before !== undefined && value !== undefined && before !== value) onChange();
  });
}
