import { Button, Field, Flex, Input, Slider, Stack } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import type { KeyboardEvent, Ref } from 'react';
import { orderDialogTexts } from '../../i18n/en/order-dialog.ts';
import { fieldMessage } from '../../lib/errors.ts';
import { formatCount } from '../../lib/format.ts';
import { parseInteger } from '../../lib/typed-numbers.ts';
import { sliderStep, withinRange } from './quantity-steps.ts';

interface QuantityFieldProps {
  ref: Ref<HTMLInputElement>;
  /** As typed. */
  value: string;
  onChange: (value: string) => void;
  onBlur: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
  min: number;
  max: number;
  error: string | undefined;
  disabled: boolean;
}

/** A quantity that can be typed or slid; both ends are one press away. */
export function QuantityField(props: QuantityFieldProps) {
  const { ref, value, onChange, onBlur, onKeyDown, min, max, error, disabled } = props;
  const t = useStore(orderDialogTexts);
  const quantity = parseInteger(value);
  const step = sliderStep(min, max);
  return (
    <Stack gap="3">
      <Field.Root invalid={error !== undefined}>
        <Field.Label>{t.quantity}</Field.Label>
        {/* Text, since a field for numbers drops or rereads what it does not know, such as "1,500" or "2.5". */}
        <Input
          ref={ref}
          name="quantity"
          inputMode="numeric"
          autoComplete="off"
          value={value}
          readOnly={disabled}
          onChange={(event) => onChange(event.target.value)}
          onBlur={onBlur}
          onKeyDown={onKeyDown}
          fontVariantNumeric="tabular-nums"
        />
        {error && <Field.ErrorText>{fieldMessage(error)}</Field.ErrorText>}
      </Field.Root>
      <Slider.Root
        min={min}
        max={max}
        step={step}
        largeStep={step * 10}
        disabled={disabled || min === max}
        value={[withinRange(quantity, min, max)]}
        getAriaValueText={(details) => formatCount(details.value)}
        onValueChange={(details) => onChange(String(details.value[0] ?? min))}
      >
        <Flex justify="space-between" gap="4">
          <Slider.Label>{t.selectedQuantity}</Slider.Label>
          <Slider.ValueText fontWeight="semibold" fontVariantNumeric="tabular-nums">
            {quantity === null ? '–' : formatCount(quantity)}
          </Slider.ValueText>
        </Flex>
        <Slider.Control minH={{ base: '11', sm: '8' }}>
          <Slider.Track>
            <Slider.Range />
          </Slider.Track>
          <Slider.Thumbs />
        </Slider.Control>
        <Flex justify="space-between" mx="-2">
          <End label={t.minOf({ count: min })} disabled={disabled} onPress={() => onChange(String(min))} />
          <End label={t.maxOf({ count: max })} disabled={disabled} onPress={() => onChange(String(max))} />
        </Flex>
      </Slider.Root>
    </Stack>
  );
}

function End({ label, disabled, onPress }: { label: string; disabled: boolean; onPress: () => void }) {
  return (
    <Button
      variant="ghost"
      size="xs"
      h={{ base: '11', sm: '7' }}
      color="fg.muted"
      fontWeight="normal"
      disabled={disabled}
      onClick={onPress}
    >
      {label}
    </Button>
  );
}
