import { Button, type ButtonProps, Flex, Span } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { commonTexts } from '../i18n/en/common.ts';
import { formatCount } from '../lib/format.ts';
import { useSetUrlParams, useUrlParam } from '../lib/url-state.ts';

interface Option {
  value: string;
  label: string;
  /** How many rows it would show. */
  count?: number | undefined;
}

interface FilterChipsProps {
  /** The search parameter for the choice. */
  param: string;
  /** The filter's name for screen readers. */
  label: string;
  options: readonly Option[];
  /** The default option. Without it the first chip is All, which removes the filter. */
  unchosen?: string;
  /** Whether another chip is on instead of these. */
  isOff?: boolean;
  allCount?: number | undefined;
  /** Search parameters that a change removes. */
  alsoForgets?: readonly string[];
}

/** A choice of a few options, stored in the URL. For screen readers a group of toggle buttons. */
export function FilterChips(props: FilterChipsProps) {
  const { param, label, options, unchosen = '', isOff = false, allCount, alsoForgets = [] } = props;
  const t = useStore(commonTexts);
  const [chosen] = useUrlParam(param);
  const setParams = useSetUrlParams();
  const forgotten = Object.fromEntries(alsoForgets.map((name) => [name, '']));
  const chips = unchosen ? options : [{ value: '', label: t.all, count: allCount }, ...options];
  const known = chips.some(({ value }) => value === chosen);
  return (
    <Flex role="group" aria-label={label} gap="2" wrap="wrap">
      {chips.map(({ value, label: text, count }) => (
        <Chip
          key={value}
          isOn={!isOff && value === (known ? chosen : unchosen)}
          count={count}
          onClick={() => setParams({ [param]: value, ...forgotten })}
        >
          {text}
        </Chip>
      ))}
    </Flex>
  );
}

/** One toggle button of a group. */
export function Chip({
  isOn,
  count,
  children,
  ...button
}: ButtonProps & { isOn: boolean; count?: number | undefined }) {
  return (
    <Button
      size="sm"
      px="3"
      borderRadius="selector"
      variant={isOn ? 'solid' : 'outline'}
      aria-pressed={isOn}
      {...button}
    >
      {children}
      {count !== undefined && (
        <Span fontVariantNumeric="tabular-nums" fontWeight="normal" opacity={isOn ? 1 : 0.75}>
          {formatCount(count)}
        </Span>
      )}
    </Button>
  );
}
