import { Span } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { $language } from '../../i18n/language.ts';
import { formatAgo, formatMoment } from '../../lib/dates.ts';
import { $timeZone } from '../../lib/time-zone.ts';
import { useNow } from '../../lib/use-now.ts';
import { TimeText } from '../time-text.tsx';

/** A row's date and time, in two lines if a card or a narrow table has no room for one. */
export function Moment({ at }: { at: string }) {
  return (
    <Span
      asChild
      whiteSpace={{ base: 'normal', xl: 'nowrap' }}
      textWrap={{ lgDown: 'balance' }}
      fontSize={{ base: 'xs', lg: 'sm' }}
      css={inCell}
    >
      <TimeText at={at} />
    </Span>
  );
}

/** Day and time never break within themselves. */
const inCell = { 'td > &': { display: 'block', minW: { base: '7.5rem', lg: '9rem' } } } as const;

/** A relative time: "2 h ago", and the full date when hovered or focused. */
export function Ago({ at }: { at: string }) {
  useStore($timeZone);
  useStore($language);
  const now = useNow();
  const whole = formatMoment(at);
  return (
    <Span asChild position="relative" whiteSpace="nowrap" fontVariantNumeric="tabular-nums" css={wholeDate}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- The full date has to be readable without a mouse. */}
      <time dateTime={at} data-whole={whole} aria-label={whole} tabIndex={0}>
        {formatAgo(at, now)}
      </time>
    </Span>
  );
}

const wholeDate = {
  focusVisibleRing: 'outside',
  '&:is(:hover, :focus-visible)::after': {
    content: 'attr(data-whole)',
    position: 'absolute',
    insetEnd: '0',
    top: 'calc(100% + 2px)',
    zIndex: '1',
    px: '2',
    py: '1',
    textStyle: 'xs',
    color: 'bg',
    bg: 'fg',
    borderRadius: 'l1',
    pointerEvents: 'none',
  },
} as const;
