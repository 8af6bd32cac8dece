import { useState } from 'react';
import { useLocation } from 'react-router-dom';

/** Open rows by history entry, so that going back finds them open. */
const opened = new Set<string>();

/** Whether a row of the audit is open. @param row its name, unique in the page */
export function useOpened(row: string): [isOpen: boolean, toggle: () => void] {
  const { key } = useLocation();
  const name = `${key} ${row}`;
  const [isOpen, setIsOpen] = useState(() => opened.has(name));
  const toggle = () => {
    if (isOpen) opened.delete(name);
    else opened.add(name);
    setIsOpen(!isOpen);
  };
  return [isOpen, toggle];
}
