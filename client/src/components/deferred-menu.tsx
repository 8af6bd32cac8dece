import { Button, type ButtonProps } from '@chakra-ui/react';
import { type ReactNode, Suspense, useState } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { ChunkLoadError } from '../lib/lazy-with-preload.tsx';

interface DeferredMenuProps extends Omit<ButtonProps, 'onClick'> {
  /** Fetches the menu's code; called when the button is pointed at or focused. */
  preload: () => void;
  /** The menu with a trigger of its own that looks like this button, open from the start. */
  menu: ReactNode;
}

/** A menu button that costs no menu code until somebody reaches for it. */
export function DeferredMenu({ preload, menu, ...button }: DeferredMenuProps) {
  /** Code that did not arrive is asked for again with the next press. */
  const [presses, setPresses] = useState(0);
  const plain = (
    <Button
      aria-haspopup="menu"
      aria-expanded={false}
      {...button}
      onPointerEnter={preload}
      onFocus={preload}
      onClick={() => setPresses((before) => before + 1)}
    />
  );
  if (presses === 0) return plain;
  return (
    <ErrorBoundary
      fallback={plain}
      resetKeys={[presses]}
      onError={(error) => error instanceof ChunkLoadError && error.retry()}
    >
      <Suspense fallback={plain}>{menu}</Suspense>
    </ErrorBoundary>
  );
}
