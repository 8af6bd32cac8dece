import { Button, type ButtonProps, Kbd, Span } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { LuSearch } from 'react-icons/lu';
import { paletteTexts } from '../../i18n/en/palette.ts';
import { withCommand } from '../../lib/command-key.ts';
import { useOpenPalette } from './palette-layer.tsx';

/** The dashboard's search box: it looks like a field and opens the palette. */
export function SearchEverything({ onClick, ...look }: ButtonProps) {
  const t = useStore(paletteTexts);
  const { open, preload } = useOpenPalette();
  return (
    <Button
      variant="outline"
      w="full"
      px="3"
      fontWeight="normal"
      color="fg.muted"
      borderColor="border.field"
      aria-haspopup="dialog"
      onPointerEnter={preload}
      onFocus={preload}
      onClick={(event) => {
        onClick?.(event);
        open();
      }}
      {...look}
    >
      <LuSearch aria-hidden />
      <Span flex="1" textAlign="start">
        {t.title}
      </Span>
      <Kbd size="sm" wordSpacing="normal" hideBelow="lg" aria-hidden>
        {withCommand('K')}
      </Kbd>
    </Button>
  );
}
