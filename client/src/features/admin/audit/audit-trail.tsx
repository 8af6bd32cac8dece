import { Flex, Heading, Stack, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import type { AuditSubject } from '#shared/audit.ts';
import { AppLink } from '../../../components/app-link.tsx';
import { auditTexts } from '../../../i18n/en/admin/audit.ts';
import { pagedList, useRows } from '../../../lib/paged-list.ts';
import { paths } from '../../../lib/paths.ts';
import { trpc } from '../../../lib/trpc.ts';
import { AuditList } from './audit-list.tsx';

/** The subject of the actions, or with `userId` the customer concerned. */
type Of = { subject: AuditSubject; subjectId: number } | { userId: number };

/** The actions on one subject or about one customer, newest first. */
export function AuditTrail({ of }: { of: Of }) {
  const t = useStore(auditTexts);
  const query = trpc.admin.audit.list.useInfiniteQuery({ ...of, limit: 10 }, pagedList);
  const search = 'userId' in of ? `user=${of.userId}` : `subject=${of.subject}&id=${of.subjectId}`;
  return (
    <Stack gap="2" minW="0">
      <Flex justify="space-between" align="baseline" gap="4">
        <Heading as={'userId' in of ? 'h2' : 'h3'} size="sm">
          {t.heading}
        </Heading>
        <Text asChild textStyle="sm" textDecoration="underline" textUnderlineOffset="3px">
          <AppLink to={`${paths.audit}?${search}`}>{t.seeInAudit}</AppLink>
        </Text>
      </Flex>
      <AuditList name={t.heading} query={query} rows={useRows(query)} emptyText={t.noneHere} look="trail" />
    </Stack>
  );
}
