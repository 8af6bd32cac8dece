import { Box, Flex } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import { LuBan, LuCircleCheck, LuCircleDashed, LuCircleX, LuClock, LuRefreshCw, LuZap } from 'react-icons/lu';
import type { RequestKind, RequestStatus } from '#shared/request-status.ts';
import { StatusBadge } from '../../../components/status-badge.tsx';
import { adminRequestKindTexts, adminRequestStatusTexts } from '../../../i18n/en/admin/admin-requests.ts';

const kindIcons: Record<RequestKind, ReactNode> = { refill: <LuRefreshCw />, cancel: <LuBan />, speed_up: <LuZap /> };

/** What is requested, as icon and word. */
export function RequestKindLabel({ kind }: { kind: RequestKind }) {
  const t = useStore(adminRequestKindTexts);
  return (
    <Flex as="span" display="inline-flex" align="center" gap="1.5" whiteSpace="nowrap">
      <Box as="span" color="fg.muted" aria-hidden>
        {kindIcons[kind]}
      </Box>
      {t[kind]}
    </Flex>
  );
}

const looks: Record<RequestStatus, { tone: 'orange' | 'blue' | 'red' | 'green'; icon: ReactNode }> = {
  pending: { tone: 'orange', icon: <LuClock /> },
  accepted: { tone: 'blue', icon: <LuCircleDashed /> },
  rejected: { tone: 'red', icon: <LuCircleX /> },
  done: { tone: 'green', icon: <LuCircleCheck /> },
};

/** A request's status as admins read it. An accepted cancel has ended, so it is green. */
export function RequestStatusBadge({ request, quiet }: { request: RequestState; quiet?: boolean }) {
  const t = useStore(adminRequestStatusTexts);
  const { kind, status } = request;
  const { tone, icon } = looks[kind === 'cancel' && status === 'accepted' ? 'done' : status];
  return (
    <StatusBadge tone={tone} icon={icon} quiet={quiet}>
      {t[status]}
    </StatusBadge>
  );
}

interface RequestState {
  kind: RequestKind;
  status: RequestStatus;
}
