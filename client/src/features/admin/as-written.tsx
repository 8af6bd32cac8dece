import type { ReactNode } from 'react';

/** A text of a supplier, or its number of something: the same in every language. */
export function AsWritten({ children }: { children: ReactNode }) {
  return (
    <span translate="no" dir="auto">
      {children}
    </span>
  );
}
