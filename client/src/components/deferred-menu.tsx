import { Button, type ButtonProps } from '@chakra-ui/react';
import { type ReactNode, Suspense, useState } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { ChunkLoadError } from '../lib/lazy-with-preload.tsx';

interface DeferredMenuProps extends Omit<ButtonProps, 'onClick'> {
  /** Loads the menu's code; called on hover or focus. */
  preload: () => void;
  /** The menu with its own trigger, which looks like this button; open from the start. */
  menu: ReactNode;
}

/** A menu button whose menu code is loaded on intent. */
export function DeferredMenu({ preload, menu, ...button }: DeferredMenuProps) {
  /** After a failure the code is requested again with the next click. */
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
