import { Button, Field, Flex } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { DayInput, type DayInputProps } from '../../components/day-input.tsx';
import { walletTexts } from '../../i18n/en/wallet.ts';
import { useSetUrlParams } from '../../lib/url-state.ts';
import { type Period, presetPeriods } from './use-period.ts';

/** Which days a statement is of: everything, a month in one click, or from one day to another. */
export function PeriodFilter({ period }: { period: Period }) {
  const t = useStore(walletTexts);
  const setParams = useSetUrlParams();
  const choose = ({ from = '', to = '' }: Period) => setParams({ from, to });
  const { thisMonth, lastMonth } = presetPeriods();
  const options = [
    { label: t.all, preset: {} as Period },
    { label: t.thisMonth, preset: thisMonth },
    { label: t.lastMonth, preset: lastMonth },
  ];
  return (
    <Flex gap="3" wrap="wrap" align="center">
      <Flex role="group" aria-label={t.period} gap="2" wrap="wrap">
        {options.map(({ label, preset }) => {
          const isOn = preset.from === period.from && preset.to === period.to;
          return (
            <Button
              key={label}
              size="sm"
              px="3"
              borderRadius="selector"
              variant={isOn ? 'solid' : 'outline'}
              aria-pressed={isOn}
              onClick={() => choose(preset)}
            >
              {label}
            </Button>
          );
        })}
      </Flex>
      <Flex gap="3" wrap="wrap" w={{ base: 'full', sm: 'auto' }}>
        <Day label={t.from} param="from" max={period.to} />
        <Day label={t.to} param="to" min={period.from} />
      </Flex>
    </Flex>
  );
}

interface DayProps extends DayInputProps {
  label: string;
}

function Day({ label, ...rest }: DayProps) {
  return (
    <Field.Root
      orientation={{ base: 'vertical', sm: 'horizontal' }}
      flex={{ base: '1 1 0', sm: 'none' }}
      w="auto"
      minW="0"
      gap={{ base: '1', sm: '2' }}
      justifyContent="start"
    >
      <Field.Label fontWeight="normal" color="fg.muted" flex="none">
        {label}
      </Field.Label>
      <DayInput w={{ base: 'full', sm: '9.5rem' }} px={{ base: '2', sm: '2.5' }} {...rest} />
    </Field.Root>
  );
}
