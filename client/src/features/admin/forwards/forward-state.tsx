import { Span, Stack } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import {
  LuCircleCheck,
  LuCircleDashed,
  LuCircleHelp,
  LuCircleSlash,
  LuCircleX,
  LuClock,
  LuTriangleAlert,
  LuWallet,
} from 'react-icons/lu';
import { StatusBadge } from '../../../components/status-badge.tsx';
import { forwardFlagTexts, forwardTexts } from '../../../i18n/en/admin/forwards.ts';
import type { Forward, ForwardState } from './forward.ts';

const looks: Record<ForwardState, { tone: 'green' | 'orange' | 'red' | 'blue' | 'gray'; icon: ReactNode }> = {
  queued: { tone: 'blue', icon: <LuClock /> },
  sending: { tone: 'blue', icon: <LuCircleDashed /> },
  accepted: { tone: 'green', icon: <LuCircleCheck /> },
  refused: { tone: 'red', icon: <LuCircleX /> },
  unknown: { tone: 'orange', icon: <LuCircleHelp /> },
  waiting_funds: { tone: 'orange', icon: <LuWallet /> },
  withdrawn: { tone: 'gray', icon: <LuCircleSlash /> },
};

/** The state of a purchase. */
export function ForwardStateBadge({ state }: Pick<Forward, 'state'>) {
  const t = useStore(forwardTexts);
  return (
    <StatusBadge {...looks[state]} quiet>
      {t[state]}
    </StatusBadge>
  );
}

/** The state of a purchase, and below it why it needs a person, in plain words, and the supplier's own words. */
export function StateAndReason({ forward }: { forward: Forward }) {
  const { state, flag, reason } = forward;
  return (
    <Stack gap="0.5" align={{ base: 'end', md: 'start' }} minW="0" whiteSpace="normal" overflowWrap="anywhere">
      <ForwardStateBadge state={state} />
      {flag && <FlagText flag={flag} />}
      {reason && (
        <Span textStyle="xs" color="fg.muted" lineClamp="2" maxW="18rem" translate="no" title={reason} dir="auto">
          {reason}
        </Span>
      )}
    </Stack>
  );
}

/** Why a purchase needs a person. */
export function FlagText({ flag }: { flag: NonNullable<Forward['flag']> }) {
  const t = useStore(forwardFlagTexts);
  return (
    <Span textStyle="xs" color="fg.warning" maxW="18rem" textAlign={{ base: 'end', md: 'start' }}>
      <Span asChild display="inline-block" me="1" verticalAlign="-0.15em">
        <LuTriangleAlert aria-hidden />
      </Span>
      {t[flag]}
    </Span>
  );
}
