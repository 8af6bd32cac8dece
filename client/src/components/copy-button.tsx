import { Button, type ButtonProps, Clipboard } from '@chakra-ui/react';
import { LuCheck, LuCopy } from 'react-icons/lu';

interface CopyButtonProps extends Omit<ButtonProps, 'value' | 'children'> {
  value: string;
  /** What is copied, for the button's name: "Copy transaction ID". */
  label: string;
  /** Shows the words beside the icon. */
  withText?: boolean;
}

/** Copies a value and says so. */
export function CopyButton({ value, label, withText = false, ...rest }: CopyButtonProps) {
  return (
    <Clipboard.Root value={value} timeout={2000} display="inline-flex" verticalAlign="middle">
      <Clipboard.Trigger asChild>
        <Button size="xs" variant="ghost" aria-label={`Copy ${label}`} title={`Copy ${label}`} {...rest}>
          <Clipboard.Indicator copied={<LuCheck />}>
            <LuCopy />
          </Clipboard.Indicator>
          {withText && <Clipboard.Indicator copied="Copied">Copy</Clipboard.Indicator>}
        </Button>
      </Clipboard.Trigger>
    </Clipboard.Root>
  );
}
