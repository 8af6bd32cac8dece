import { Button, type ButtonProps, Clipboard } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { LuCheck, LuCopy } from 'react-icons/lu';
import { commonTexts } from '../i18n/en/common.ts';

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
  return (
    <Clipboard.Root value={value} timeout={2000} display="inline-flex" verticalAlign="middle">
      <Clipboard.Trigger asChild>
        <Button size="xs" variant="ghost" aria-label={name} title={name} {...rest}>
          <Clipboard.Indicator copied={<LuCheck />}>
            <LuCopy />
          </Clipboard.Indicator>
          {withText && <Clipboard.Indicator copied={t.copied}>{t.copy}</Clipboard.Indicator>}
        </Button>
      </Clipboard.Trigger>
    </Clipboard.Root>
  );
}
