import { Button, Flex, Slider, Stack } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { useMemo } from 'react';
import { CountField } from '../../components/count-field.tsx';
import { orderDialogTexts } from '../../i18n/en/order-dialog.ts';
import { formatCount } from '../../lib/format.ts';
import { parseCount } from '../../lib/parse-typed.ts';
import { nearestStop, quantityStops, quickQuantities } from './quantity-stops.ts';
import type { useOrder } from './use-order.ts';

interface QuantityFieldProps {
  form: ReturnType<typeof useOrder>['form'];
  /** A quantity to type, pick or slide; both limits have buttons. */
  value: string;
  onChange: (value: string) => void;
  min: number;
  max: number;
  disabled: boolean;
}

/** A quantity that can be typed, picked or slid; both ends are one press away. */
export function QuantityField(props: QuantityFieldProps) {
  const { form, value, onChange, min, max, disabled } = props;
  const t = useStore(orderDialogTexts);
  const quantity = parseCount(value);
  return (
    <Stack gap="3">
      {/* Text, because a number field drops or changes input that it does not understand, such as "1,500" or "2.5". */}
      <CountField
        form={form}
        name="quantity"
        label={t.quantity}
        enterKeyHint="done"
        value={value}
        readOnly={disabled}
        onChange={(event) => onChange(event.target.value)}
      />
      <QuickQuantities {...{ quantity, min, max, disabled, onChange }} />
      <QuantitySlider {...{ quantity, min, max, disabled, onChange }} />
    </Stack>
  );
}

/** Common quantities to pick; nothing where the limits leave none. */
export function QuickQuantities({ quantity, min, max, disabled, onChange }: QuantitySliderProps) {
  const t = useStore(orderDialogTexts);
  const quick = useMemo(() => quickQuantities(min, max), [min, max]);
  if (quick.length === 0) return null;
  return (
    <Flex role="group" aria-label={t.quickQuantities} gap="2" wrap="wrap">
      {quick.map((each) => (
        <Button
          key={each}
          variant="outline"
          size="sm"
          flex="1 1 auto"
          px="2"
          fontWeight={each === quantity ? 'semibold' : 'normal'}
          fontVariantNumeric="tabular-nums"
          bg={each === quantity ? 'bg.muted' : undefined}
          aria-pressed={each === quantity}
          disabled={disabled}
          onClick={() => onChange(String(each))}
        >
          {formatCount(each)}
        </Button>
      ))}
    </Flex>
  );
}

interface QuantitySliderProps extends Pick<QuantityFieldProps, 'min' | 'max' | 'disabled' | 'onChange'> {
  quantity: number | null;
}

/** Moves from stop to stop; screen readers announce quantities, not stop numbers. */
function QuantitySlider({ quantity, min, max, disabled, onChange }: QuantitySliderProps) {
  const t = useStore(orderDialogTexts);
  const stops = useMemo(() => quantityStops(min, max), [min, max]);
  const at = nearestStop(stops, quantity);
  const displayed = Math.min(Math.max(quantity ?? min, min), max);
  return (
    <Slider.Root
      min={0}
      max={Math.max(stops.length - 1, 1)}
      step={1}
      largeStep={5}
      disabled={disabled || min === max}
      value={[at]}
      onValueChange={({ value: [next = 0] }) => onChange(String(stops[next] ?? min))}
      gap="0"
    >
      <Slider.Label>{t.selectedQuantity}</Slider.Label>
      <Slider.Control minH={{ base: '11', sm: '8' }}>
        <Slider.Track>
          <Slider.Range />
        </Slider.Track>
        <Slider.Thumb
          index={0}
          aria-valuemin={min}
          aria-valuemax={max}
          aria-valuenow={displayed}
          aria-valuetext={formatCount(displayed)}
        >
          <Slider.HiddenInput />
        </Slider.Thumb>
      </Slider.Control>
      <Flex justify="space-between" mx="-2" mt="-1">
        <End label={t.minOf({ count: min })} disabled={disabled} onPress={() => onChange(String(min))} />
        <End label={t.maxOf({ count: max })} disabled={disabled} onPress={() => onChange(String(max))} />
      </Flex>
    </Slider.Root>
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
      fontVariantNumeric="tabular-nums"
      disabled={disabled}
      onClick={onPress}
    >
      {label}
    </Button>
  );
}
