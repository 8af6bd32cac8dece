import { Span, Switch } from '@chakra-ui/react';
import type { ReactNode, Ref } from 'react';

interface SwitchFieldProps {
  label: string;
  hint: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
  ref?: Ref<HTMLInputElement>;
}

/** A yes or no, with its explanation below. */
export function SwitchField({ label, hint, checked, onChange, ref }: SwitchFieldProps) {
  return (
    <Switch.Root
      display="flex"
      justifyContent="space-between"
      gap="6"
      minH="11"
      colorPalette="green"
      checked={checked}
      onCheckedChange={(details) => onChange(details.checked)}
    >
      <Switch.HiddenInput ref={ref} />
      <Switch.Label lineHeight="moderate">
        {label}
        <Span display="block" textStyle="sm" fontWeight="normal" color="fg.muted">
          {hint}
        </Span>
      </Switch.Label>
      <Switch.Control />
    </Switch.Root>
  );
}
