import { chakra } from '@chakra-ui/react';

interface SelectBoxProps {
  label: string;
  checked: boolean | 'indeterminate';
  disabled?: boolean;
  onChange: (on: boolean) => void;
}

/** A native checkbox with the panel's styles: each row has one, and each of Chakra's runs a state machine. */
export function SelectBox({ label, checked, disabled = false, onChange }: SelectBoxProps) {
  return (
    <Box16
      type="checkbox"
      aria-label={label}
      ref={(input: HTMLInputElement | null) => {
        if (input) input.indeterminate = checked === 'indeterminate';
      }}
      checked={checked === true}
      disabled={disabled}
      onChange={({ target }) => onChange(target.checked)}
    />
  );
}

const Box16 = chakra('input', {
  base: {
    appearance: 'none',
    position: 'relative',
    display: 'block',
    flexShrink: '0',
    boxSize: '4',
    m: '0',
    borderWidth: '1px',
    borderColor: 'border.field',
    borderRadius: 'l1',
    bg: 'bg',
    cursor: 'pointer',
    focusVisibleRing: 'outside',
    _disabled: { opacity: '0.4', cursor: 'not-allowed' },
    '&:checked, &:indeterminate': { bg: 'fg', borderColor: 'fg' },
    // A larger touch area around the box.
    _after: { content: '""', position: 'absolute', inset: '-2.5' },
    '&:checked::before': {
      content: '""',
      position: 'absolute',
      inset: '2px',
      bg: 'bg',
      clipPath: 'polygon(14% 44%, 0 62%, 40% 98%, 100% 22%, 82% 6%, 38% 66%)',
    },
    '&:indeterminate::before': { content: '""', position: 'absolute', insetX: '3px', top: '6px', h: '2px', bg: 'bg' },
    '@media (forced-colors: active)': { appearance: 'auto', _before: { display: 'none' } },
  },
});
