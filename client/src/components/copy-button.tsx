import { Button, type ButtonProps } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { LuCheck, LuCopy } from 'react-icons/lu';
import { commonTexts } from '../i18n/en/common.ts';
import { useCopy } from '../lib/use-copy.ts';

interface CopyButtonProps extends Omit<ButtonProps, 'value' | 'children'> {
  value: string;
  /** The value's name in the button's label: "Copy transaction ID". */
  label: string;
  /** Shows the text next to the icon. */
  withText?: boolean;
}

/** Copies a value and confirms it. */
export function CopyButton({ value, label, withText = false, ...rest }: CopyButtonProps) {
  const t = useStore(commonTexts);
  const name = t.copyWhat({ what: label });
  const { isCopied, copy } = useCopy();
  return (
    <Button
      size="xs"
      variant="ghost"
      verticalAlign="middle"
      aria-label={name}
      title={name}
      onClick={() => copy(value)}
      {...rest}
    >
      {isCopied ? <LuCheck /> : <LuCopy />}
      {withText && (isCopied ? t.copied : t.copy)}
    </Button>
  );
}
