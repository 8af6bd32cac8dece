import { Span, Text, Timeline } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { TimeText } from '../time-text.tsx';

interface TimelineEntryProps {
  icon: ReactNode;
  palette: string;
  title: string;
  /** The movement in the wallet, if any. */
  money?: string | null | undefined;
  reason?: string | null | undefined;
  who: string;
  at: string;
}

/** One change in the history of an order or a recharge, for a `Timeline.Root`. */
export function TimelineEntry({ icon, palette, title, money, reason, who, at }: TimelineEntryProps) {
  return (
    <Timeline.Item as="li">
      <Timeline.Connector>
        <Timeline.Separator />
        <Timeline.Indicator colorPalette={palette} bg="colorPalette.subtle" color="colorPalette.fg" aria-hidden>
          {icon}
        </Timeline.Indicator>
      </Timeline.Connector>
      <Timeline.Content>
        <Timeline.Title>{title}</Timeline.Title>
        {money && <Text textStyle="sm">{money}</Text>}
        {reason && (
          <Text textStyle="sm" overflowWrap="anywhere">
            “{reason}”
          </Text>
        )}
        <Timeline.Description textStyle="xs" color="fg.muted">
          {who}
          {'\u00a0· '}
          <Span asChild whiteSpace="nowrap">
            <TimeText at={at} />
          </Span>
        </Timeline.Description>
      </Timeline.Content>
    </Timeline.Item>
  );
}
