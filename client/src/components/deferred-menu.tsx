import { Button, type ButtonProps } from '@chakra-ui/react';
import { type ReactNode, Suspense, useState } from 'react';
import { ErrorBoundary } from 'react-error-boundary';

interface DeferredMenuProps extends Omit<ButtonProps, 'onClick'> {
  /** Fetches the menu's code; called when the button is pointed at or focused. */
  preload: () => void;
  /** The menu with a trigger of its own that looks like this button, open from the start. */
  menu: ReactNode;
}

/** A menu button that costs no menu code until somebody reaches for it. */
export function DeferredMenu({ preload, menu, ...button }: DeferredMenuProps) {
  const [wanted, setWanted] = useState(false);
  const plain = (
    <Button
      aria-haspopup="menu"
      aria-expanded={false}
      {...button}
      onPointerEnter={preload}
      onFocus={preload}
      onClick={() => setWanted(true)}
    />
  );
  if (!wanted) return plain;
  return (
    <ErrorBoundary fallback={plain}>
      <Suspense fallback={plain}>{menu}</Suspense>
    </ErrorBoundary>
  );
}
