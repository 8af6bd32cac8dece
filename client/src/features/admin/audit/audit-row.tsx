import { Box, Button, Flex, Grid, Span, VisuallyHidden } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { memo, type ReactNode, type RefCallback } from 'react';
import { LuChevronRight, LuKeyRound } from 'react-icons/lu';
import { AppLink } from '../../../components/app-link.tsx';
import { Ago } from '../../../components/data-table/moment.tsx';
import { MoneyText } from '../../../components/money-text.tsx';
import { TimeText } from '../../../components/time-text.tsx';
import { auditTexts } from '../../../i18n/en/admin/audit.ts';
import { paths } from '../../../lib/paths.ts';
import { useShopCategories } from '../shop-categories.ts';
import { AuditDetails } from './audit-details.tsx';
import { AuditIcon } from './audit-icon.tsx';
import { type AuditLook, lineOf } from './audit-look.ts';
import { AuditSummary } from './audit-summary.tsx';
import { type AuditEntry, bulkWordsOf, changesOf, movedBy, summaryOf, wordsOf } from './audit-words.ts';
import { SubjectLink } from './subject-link.tsx';
import { useOpened } from './use-opened.ts';

interface AuditRowProps {
  entry: AuditEntry;
  index: number;
  look: AuditLook;
  /** Whether it is the first of its day in the list. */
  startsDay: boolean;
  /** The entries of a bulk. */
  inBulk: ((entry: AuditEntry, name: string) => ReactNode) | undefined;
  measure: RefCallback<HTMLElement> | undefined;
}

/** One action in a line, or a whole bulk. A click opens its details, or the bulk's entries, below. */
export const AuditRow = memo(function AuditRow({ entry, index, look, startsDay, inBulk, measure }: AuditRowProps) {
  const t = useStore(auditTexts);
  const [isOpen, toggle] = useOpened(`${look} ${entry.id}`);
  const { bulk, reason } = entry;
  // Only names that another screen has loaded: an entry is worth no request.
  const { nameOf } = useShopCategories({ isFetched: false });
  const changes = changesOf(entry, nameOf);
  const isOnPhone = look === 'page';
  const hasSubject = !bulk && look !== 'trail';
  const words = bulk ? bulkWordsOf(entry, bulk.count) : wordsOf(entry);
  const summary = [summaryOf(changes), reason && `“${reason}”`].filter(Boolean).join(' · ') || t.details;
  const whole = bulk ? t.openBulk({ what: words }) : t.detailsOf({ what: `${words} ${entry.subjectName}`.trim() });
  return (
    <Box as="li" ref={measure} data-index={index} data-row={look === 'page' ? entry.id : undefined}>
      {startsDay && (
        <Box px="2" pt="4" pb="1.5" textStyle="xs" fontWeight="semibold" color="fg.muted" borderBottomWidth="1px">
          <TimeText at={entry.at} dayOnly />
        </Box>
      )}
      <Box borderBottomWidth="1px" bg={isOpen ? 'bg.subtle' : undefined}>
        <Grid css={lineOf(look)} fontVariantNumeric="tabular-nums" textStyle="sm">
          <Box gridArea="when" color="fg.muted" textStyle="xs" whiteSpace="nowrap" textAlign={{ mdDown: 'end' }}>
            <Ago at={entry.at} />
          </Box>
          <Box gridArea="who" truncate textStyle={{ base: 'xs', xl: 'sm' }}>
            {look === 'bulk' ? <Customer user={entry.user} /> : <Who admin={entry.admin} apiKey={entry.key} />}
          </Box>
          <Flex gridArea="what" align="center" gap="2" minW="0" {...(isOnPhone && { mdDown: { display: 'contents' } })}>
            <Flex
              gridArea={isOnPhone ? { base: 'what', md: 'auto' } : undefined}
              align="center"
              gap="2"
              {...besideSubject}
            >
              <AuditIcon entry={entry} isBulk={bulk !== null} />
              {look !== 'bulk' && (
                <Span fontWeight="medium" truncate>
                  {words}
                </Span>
              )}
            </Flex>{' '}
            {hasSubject && <SubjectLink entry={entry} isBelow={isOnPhone} />}
          </Flex>
          <Button
            gridArea="change"
            variant="plain"
            size="sm"
            h={{ base: '10', md: '8' }}
            px="1"
            minW="0"
            justifyContent="start"
            fontWeight="normal"
            color="fg.muted"
            aria-expanded={isOpen}
            onClick={toggle}
          >
            <Span aria-hidden transition="transform 150ms" transform={isOpen ? 'rotate(90deg)' : undefined}>
              <LuChevronRight />
            </Span>
            {/* Not a label: the visible text may be cut off, and a label must contain what is visible. */}
            <VisuallyHidden>{`${summary}: ${whole}`}</VisuallyHidden>
            <AuditSummary changes={changes} reason={reason} />
          </Button>
          <Box gridArea="money" textAlign="end" fontWeight="medium">
            <Moved entry={entry} />
          </Box>
        </Grid>
        {isOpen && (bulk ? inBulk?.(entry, words) : <AuditDetails entry={entry} changes={changes} look={look} />)}
      </Box>
    </Box>
  );
});

/** Whole, but for the room that the subject's number needs. */
const besideSubject = { flexShrink: '0', minW: '0', maxW: { base: 'full', md: 'calc(100% - 4.25rem)' } } as const;

/** Links to all actions of the admin. An icon marks what a program did with the admin's key. */
function Who({ admin, apiKey }: Pick<AuditEntry, 'admin'> & { apiKey: AuditEntry['key'] }) {
  const t = useStore(auditTexts);
  const to = `${paths.audit}?admin=${admin?.id ?? 'server'}`;
  const withKey = apiKey && t.byKey({ name: apiKey.name });
  return (
    <>
      <AppLink to={to} title={admin ? t.everythingDid({ name: admin.name }) : t.commandDid}>
        {admin ? `@${admin.userName}` : t.server}
      </AppLink>
      {withKey && (
        <Span ms="1" color="fg.muted" display="inline-block" verticalAlign="-0.125em" title={withKey}>
          <LuKeyRound aria-hidden />
          <VisuallyHidden>{withKey}</VisuallyHidden>
        </Span>
      )}
    </>
  );
}

/** Links to all actions that concern the customer. */
function Customer({ user }: Pick<AuditEntry, 'user'>) {
  return user && <AppLink to={`${paths.audit}?user=${user.id}`}>@{user.userName}</AppLink>;
}

/** The money that moved, with its sign. */
function Moved({ entry }: { entry: AuditEntry }) {
  const sum = entry.bulk?.amountNanos;
  if (sum) return <MoneyText sum={sum} sign={sum.startsWith('-') ? '' : '+'} />;
  const moved = entry.bulk ? undefined : movedBy(entry);
  if (moved === undefined) return null;
  return <MoneyText nanos={moved} sign={moved > 0 ? '+' : ''} />;
}
