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
import { Reason } from '../suppliers/reason.tsx';
import { type Forward, type ForwardState, figuresOfFlag } from './forward.ts';

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

/** Why a purchase needs a person, in plain words, and the supplier's own words. */
export function FlagAndReason({ forward }: { forward: Forward }) {
  const { flag, reason } = forward;
  // A card leaves the line out.
  if (!flag && !reason)
    return (
      <Span color="fg.muted" hideBelow="xl">
        –
      </Span>
    );
  return (
    <Stack
      gap="0.5"
      align="start"
      whiteSpace="normal"
      overflowWrap="anywhere"
      minW={{ base: '0', xl: '6rem' }}
      maxW={{ xl: '18rem' }}
    >
      {flag && <FlagText flag={flag} figures={figuresOfFlag(forward)} />}
      {reason && (
        <Span textStyle="xs" color="fg.muted" lineClamp="2">
          <Reason text={reason} />
        </Span>
      )}
    </Stack>
  );
}

/** The state of a purchase, with why it needs a person below it. */
export function StateAndReason({ forward }: { forward: Forward }) {
  return (
    <Stack gap="0.5" align="start">
      <ForwardStateBadge state={forward.state} />
      {(forward.flag ?? forward.reason) !== null && <FlagAndReason forward={forward} />}
    </Stack>
  );
}

function FlagText({ flag, figures }: { flag: NonNullable<Forward['flag']>; figures: string | undefined }) {
  const t = useStore(forwardFlagTexts);
  return (
    <Span textStyle="xs" color="fg.warning">
      <Span asChild display="inline-block" me="1" verticalAlign="-0.15em">
        <LuTriangleAlert aria-hidden />
      </Span>
      {t[flag]} {figures}
    </Span>
  );
}
