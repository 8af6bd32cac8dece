import { Box, Flex, Grid, Span, Stack, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import { LuLayers } from 'react-icons/lu';
import { AppLink } from '../../../components/app-link.tsx';
import { TimeText } from '../../../components/time-text.tsx';
import { auditTexts } from '../../../i18n/en/admin/audit.ts';
import { jobPath, paths } from '../../../lib/paths.ts';
import type { AuditLook } from './audit-look.ts';
import type { AuditEntry, Change } from './audit-words.ts';

interface AuditDetailsProps {
  entry: AuditEntry;
  changes: Change[];
  look: AuditLook;
}

/** An action in full: when, who, for which customer, why, and each changed value. */
export function AuditDetails({ entry, changes, look }: AuditDetailsProps) {
  const t = useStore(auditTexts);
  const { admin, key, user, reason, bulkId, jobId } = entry;
  return (
    <Stack gap="3" px={{ base: '2', md: '4' }} pb="4" pt="1" textStyle="sm">
      <Flex columnGap="6" rowGap="1" wrap="wrap" color="fg.muted">
        <TimeText at={entry.at} />
        <span>{t.by({ who: admin ? `${admin.name} (@${admin.userName})` : t.command })}</span>
        {key && <span>{t.byKey({ name: key.name })}</span>}
        {user && (
          <span>
            {t.customer}{' '}
            <AppLink to={`${paths.audit}?user=${user.id}`}>
              <u>
                {user.name} (@{user.userName})
              </u>
            </AppLink>
          </span>
        )}
        {bulkId && look !== 'bulk' && (
          <Flex as="span" align="center" gap="1.5">
            <LuLayers aria-hidden />
            <AppLink to={jobId === null ? `${paths.audit}?bulk=${bulkId}` : jobPath(jobId)}>
              <u>{jobId === null ? t.inBulk : t.inJob}</u>
            </AppLink>
          </Flex>
        )}
      </Flex>
      {reason && <Fact label={t.reason}>{reason}</Fact>}
      {changes.map(({ label, from, to }) => (
        <Fact key={label} label={label}>
          {from !== undefined && <Value isOld={to !== undefined}>{from}</Value>}
          {from !== undefined && to !== undefined && <Arrow isBelow={isLong(from) || isLong(to)} />}
          {to !== undefined && <Value>{to}</Value>}
        </Fact>
      ))}
      {changes.length === 0 && <Text color="fg.muted">{t.nothingMore}</Text>}
    </Stack>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Grid templateColumns={{ base: '1fr', sm: '11rem minmax(0, 1fr)' }} columnGap="4">
      <Text color="fg.muted">{label}</Text>
      <Box overflowWrap="anywhere" whiteSpace="pre-wrap" maxH="20rem" overflowY="auto" minW="0" dir="auto">
        {children}
      </Box>
    </Grid>
  );
}

/** With long values the arrow is on its own line. */
function Arrow({ isBelow }: { isBelow: boolean }) {
  return (
    <Span mx={isBelow ? undefined : '2'} display={isBelow ? 'block' : undefined}>
      {isBelow ? '↓' : '→'}
    </Span>
  );
}

function isLong(text: string): boolean {
  return text.length > 80 || text.includes('\n');
}

function Value({ isOld = false, children }: { isOld?: boolean; children: string }) {
  return <Span color={isOld ? 'fg.muted' : 'fg'}>{children}</Span>;
}
