import { Button } from '@chakra-ui/react';

interface OpenButtonProps {
  id: number;
  /** "Open order 1042". */
  label: string;
  onOpen: () => void;
}

/** A row's number, which opens its details: what a click on the row does, for keyboards. */
export function OpenButton({ id, label, onOpen }: OpenButtonProps) {
  return (
    <Button
      variant="plain"
      size="xs"
      h="6"
      px="1"
      mx="-1"
      gap="0"
      textStyle="sm"
      _before={{ content: '"#"' }}
      fontVariantNumeric="tabular-nums"
      aria-label={label}
      onClick={onOpen}
    >
      {id}
    </Button>
  );
}
