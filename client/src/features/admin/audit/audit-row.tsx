import { Box, Button, Flex, Grid, Span, Stack, Text } from '@chakra-ui/react';
import { memo, type ReactNode, type RefCallback, useState } from 'react';
import { LuChevronRight } from 'react-icons/lu';
import { AppLink } from '../../../components/app-link.tsx';
import { Ago } from '../../../components/data-table/moment.tsx';
import { TimeText } from '../../../components/time-text.tsx';
import { paths } from '../../../lib/paths.ts';
import { type AuditEntry, type Change, changesOf, summaryOf, wordsOf } from './audit-words.ts';
import { SubjectLink } from './subject-link.tsx';

interface AuditRowProps {
  entry: AuditEntry;
  index: number;
  /** Whether it is on its subject's page, so the subject is omitted. */
  isTrail: boolean;
  measure: RefCallback<HTMLElement> | undefined;
}

/** One action in a line; a click opens its details below. */
export const AuditRow = memo(function AuditRow({ entry, index, isTrail, measure }: AuditRowProps) {
  const [isOpen, setIsOpen] = useState(false);
  const changes = changesOf(entry);
  const told = [summaryOf(changes), entry.reason && `“${entry.reason}”`].filter(Boolean).join(' · ') || 'Details';
  return (
    <Box as="li" ref={measure} data-index={index} borderBottomWidth="1px" bg={isOpen ? 'bg.subtle' : undefined}>
      <Grid css={isTrail ? trailLine : line} fontVariantNumeric="tabular-nums" textStyle="sm">
        <Box gridArea="when" color="fg.muted">
          <Ago at={entry.at} />
        </Box>
        <Box gridArea="who" truncate>
          <Who admin={entry.admin} />
        </Box>
        <Box gridArea="what" truncate>
          <Span fontWeight="medium">{wordsOf(entry)}</Span> {!isTrail && <SubjectLink entry={entry} />}
        </Box>
        <Button
          gridArea="change"
          variant="plain"
          size="sm"
          h="8"
          px="1"
          minW="0"
          justifyContent="start"
          fontWeight="normal"
          color="fg.muted"
          aria-expanded={isOpen}
          aria-label={`${told}: details of “${wordsOf(entry)} ${entry.subjectName}”`}
          onClick={() => setIsOpen(!isOpen)}
        >
          <Span aria-hidden transition="transform 150ms" transform={isOpen ? 'rotate(90deg)' : undefined}>
            <LuChevronRight />
          </Span>
          <Span truncate dir="auto">
            {told}
          </Span>
        </Button>
      </Grid>
      {isOpen && <Details entry={entry} changes={changes} />}
    </Box>
  );
});

/** One line on a wide screen, two on a phone. */
const line = {
  alignItems: 'center',
  columnGap: '3',
  px: { base: '1', md: '2' },
  gridTemplateAreas: { base: '"what when" "change who"', md: '"when who what change"' },
  gridTemplateColumns: { base: 'minmax(0, 1fr) auto', md: '6rem 8rem minmax(0, 2fr) minmax(0, 3fr)' },
  minH: '9',
  py: { base: '1', md: '0' },
};
const trailLine = {
  ...line,
  gridTemplateAreas: '"what when" "change who"',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  py: '1',
};

/** Links to all actions of the admin. */
function Who({ admin }: Pick<AuditEntry, 'admin'>) {
  const to = `${paths.audit}?admin=${admin?.id ?? 'server'}`;
  return (
    <AppLink to={to} title={admin ? `${admin.name}: everything they did` : 'Everything done by commands on the server'}>
      {admin ? `@${admin.userName}` : 'Server'}
    </AppLink>
  );
}

function Details({ entry, changes }: { entry: AuditEntry; changes: Change[] }) {
  const { admin, user, reason } = entry;
  return (
    <Stack gap="3" px={{ base: '2', md: '4' }} pb="4" pt="1" textStyle="sm">
      <Flex columnGap="6" rowGap="1" wrap="wrap" color="fg.muted">
        <TimeText at={entry.at} />
        <span>by {admin ? `${admin.name} (@${admin.userName})` : 'a command on the server'}</span>
        {user && (
          <span>
            Customer{' '}
            <AppLink to={`${paths.audit}?user=${user.id}`}>
              <u>
                {user.name} (@{user.userName})
              </u>
            </AppLink>
          </span>
        )}
      </Flex>
      {reason && <Fact label="Reason">{reason}</Fact>}
      {changes.map(({ label, from, to }) => (
        <Fact key={label} label={label}>
          {from !== undefined && <Value isOld={to !== undefined}>{from}</Value>}
          {from !== undefined && to !== undefined && <Arrow isBelow={isLong(from) || isLong(to)} />}
          {to !== undefined && <Value>{to}</Value>}
        </Fact>
      ))}
      {changes.length === 0 && <Text color="fg.muted">Nothing else was written down of it.</Text>}
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
