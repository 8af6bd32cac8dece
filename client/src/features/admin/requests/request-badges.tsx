import { Box, Flex } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import type { RequestKind, RequestStatus } from '#shared/request-status.ts';
import { kindIcons, requestLook } from '../../../components/order-requests/request-look.tsx';
import { StatusBadge } from '../../../components/status-badge.tsx';
import { adminRequestKindTexts, adminRequestStatusTexts } from '../../../i18n/en/admin/admin-requests.ts';

/** What is requested, as icon and word. */
export function RequestKindLabel({ kind }: { kind: RequestKind }) {
  const t = useStore(adminRequestKindTexts);
  return (
    <Flex as="span" display="inline-flex" align="center" gap="1.5" whiteSpace="nowrap">
      <Box as="span" color="fg.muted">
        {kindIcons[kind]}
      </Box>
      {t[kind]}
    </Flex>
  );
}

/** A request's status as admins read it. */
export function RequestStatusBadge({ request, quiet }: { request: RequestState; quiet?: boolean }) {
  const t = useStore(adminRequestStatusTexts);
  const { kind, status } = request;
  return (
    <StatusBadge {...requestLook(kind, status)} quiet={quiet}>
      {t[status]}
    </StatusBadge>
  );
}

interface RequestState {
  kind: RequestKind;
  status: RequestStatus;
}
