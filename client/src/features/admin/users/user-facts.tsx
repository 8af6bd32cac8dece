import { Box, Flex, Grid, Link, Span, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import { AppLink } from '../../../components/app-link.tsx';
import { CopyButton } from '../../../components/copy-button.tsx';
import { MoneyText } from '../../../components/money-text.tsx';
import { adminTexts } from '../../../i18n/en/admin/admin.ts';
import { adminUserTexts } from '../../../i18n/en/admin/admin-users.ts';
import { formatDay, formatMoment } from '../../../lib/dates.ts';
import { paths } from '../../../lib/paths.ts';
import type { UserDetails } from './user.ts';

/** The balance, large, and the user's facts. */
export function UserFacts({ user }: { user: UserDetails }) {
  const t = useStore(adminUserTexts);
  const words = useStore(adminTexts);
  return (
    <Flex
      borderWidth="1px"
      borderRadius="l3"
      p={{ base: '4', md: '5' }}
      gap={{ base: '5', md: '8' }}
      direction={{ base: 'column', md: 'row' }}
    >
      <Box flexShrink="0">
        <Label>{words.balance}</Label>
        <MoneyText balanceNanos={user.balanceNanos} fontSize="4xl" fontWeight="semibold" lineHeight="shorter" />
      </Box>
      <Grid
        as="dl"
        flex="1"
        minW="0"
        rowGap="4"
        textStyle={{ md: 'sm' }}
        columnGap={{ base: '4', xl: '6' }}
        templateColumns={{
          base: '1fr 1fr',
          md: 'minmax(0, 3fr) minmax(0, 2fr)',
          xl: 'minmax(0, 1fr) auto auto auto minmax(7rem, auto)',
        }}
      >
        <Fact label={t.email} wide>
          <Flex align="center" gap="1" minW="0">
            <Link href={`mailto:${user.email}`} minW="0" title={user.email}>
              <Span truncate>{user.email}</Span>
            </Link>
            <CopyButton size="2xs" my="-1" value={user.email} label={t.emailCopied} />
          </Flex>
          <Note>{user.emailConfirmed ? t.confirmed : t.notConfirmed}</Note>
        </Fact>
        <Fact label={t.phone}>
          {user.phone || words.notProvided}
          {user.samePhone > 0 && (
            <Note>
              <Link asChild variant="underline">
                <AppLink to={`${paths.manageUsers}?q=${encodeURIComponent(user.phone)}`}>
                  {t.samePhone({ count: user.samePhone })}
                </AppLink>
              </Link>
            </Note>
          )}
        </Fact>
        <Fact label={t.joined}>
          <Day at={user.createdAt} />
        </Fact>
        <Fact label={user.blockedAt ? t.blocked : t.lastSeen}>
          <Day at={user.blockedAt ?? user.lastSeenAt} />
        </Fact>
        {user.twoFactor && (
          <Fact label={t.twoFactor} wide>
            {t.twoFactorOn}
            {user.role === 'admin' && <Note>{t.twoFactorOfAdmin}</Note>}
          </Fact>
        )}
        {user.blockedAt && (
          <Fact label={t.whyBlocked} line>
            {user.blockedReason ?? t.noReason}
            <Note>{user.blockedReason ? t.reasonSeen : t.noReasonSeen}</Note>
          </Fact>
        )}
        <Waits user={user} />
      </Grid>
    </Flex>
  );
}

function Day({ at }: { at: string | null }) {
  const t = useStore(adminUserTexts);
  if (at === null) return t.notLately;
  return (
    <time dateTime={at} title={formatMoment(at)}>
      {formatDay(at)}
    </time>
  );
}

/** What this customer waits for: each leads to its list. */
function Waits({ user: { id, counts } }: { user: UserDetails }) {
  const t = useStore(adminUserTexts);
  const links = [
    { to: `${paths.manageOrders}?user=${id}`, count: counts.openOrders, words: t.waitingOrders },
    { to: `${paths.manageRecharges}?user=${id}`, count: counts.pendingRecharges, words: t.waitingRecharges },
    { to: `${paths.manageTickets}?user=${id}`, count: counts.openTickets, words: t.waitingTickets },
  ].filter(({ count }) => count > 0);
  if (links.length === 0) return null;
  return (
    <Fact label={t.waits}>
      <Flex columnGap="4" wrap="wrap">
        {links.map(({ to, count, words }) => (
          <Link key={to} asChild variant="underline">
            <AppLink to={to}>{words({ count })}</AppLink>
          </Link>
        ))}
      </Flex>
    </Fact>
  );
}

interface FactProps {
  label: string;
  /** Has its own line on a phone. */
  wide?: boolean;
  /** Always has its own line. */
  line?: boolean;
  children: ReactNode;
}

function Fact({ label, wide = false, line = false, children }: FactProps) {
  return (
    <Box minW="0" gridColumn={line ? '1 / -1' : wide ? { base: '1 / -1', sm: 'auto' } : undefined}>
      <Label as="dt">{label}</Label>
      <Box as="dd" fontVariantNumeric="tabular-nums" minW="0" overflowWrap="anywhere">
        {children}
      </Box>
    </Box>
  );
}

function Label({ as, children }: { as?: 'dt'; children: string }) {
  return (
    <Text as={as} textStyle="xs" color="fg.muted">
      {children}
    </Text>
  );
}

function Note({ children }: { children: ReactNode }) {
  return (
    <Text as="span" display="block" textStyle="xs" color="fg.muted">
      {children}
    </Text>
  );
}
