import { Box, Flex, Grid, Link, Span, Text } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { CopyButton } from '../../../components/copy-button.tsx';
import { MoneyText } from '../../../components/money-text.tsx';
import { formatDay, formatMoment } from '../../../lib/dates.ts';
import type { UserDetails } from './user.ts';

/** The balance, large, and the user's facts. */
export function UserFacts({ user }: { user: UserDetails }) {
  return (
    <Flex
      borderWidth="1px"
      borderRadius="l3"
      p={{ base: '4', md: '5' }}
      gap={{ base: '5', lg: '8' }}
      direction={{ base: 'column', lg: 'row' }}
    >
      <Box flexShrink="0">
        <Label>Balance</Label>
        <MoneyText balanceNanos={user.balanceNanos} fontSize="4xl" fontWeight="semibold" lineHeight="shorter" />
      </Box>
      <Grid
        as="dl"
        flex="1"
        minW="0"
        gap="4"
        templateColumns={{ base: '1fr 1fr', xl: 'minmax(0, 2fr) repeat(3, minmax(0, 1fr))' }}
      >
        <Fact label="Email" wide>
          <Flex align="center" gap="1" minW="0">
            <Link href={`mailto:${user.email}`} minW="0" title={user.email}>
              <Span truncate>{user.email}</Span>
            </Link>
            <CopyButton size="2xs" my="-1" value={user.email} label="email" />
          </Flex>
          <Note>{user.emailConfirmed ? 'Confirmed by a mailed link' : 'Not confirmed yet'}</Note>
        </Fact>
        <Fact label="Phone">{user.phone || 'Not provided'}</Fact>
        <Fact label="Joined">
          <Day at={user.createdAt} />
        </Fact>
        <Fact label={user.blockedAt ? 'Blocked' : 'Last seen'}>
          <Day at={user.blockedAt ?? user.lastSeenAt} />
        </Fact>
        {user.blockedAt && (
          <Fact label="Why blocked" line>
            {user.blockedReason ?? 'No reason was entered'}
            <Note>
              {user.blockedReason
                ? 'The customer sees it when they log in.'
                : 'The customer sees no reason when they log in.'}
            </Note>
          </Fact>
        )}
      </Grid>
    </Flex>
  );
}

function Day({ at }: { at: string | null }) {
  if (at === null) return 'Not lately';
  return (
    <time dateTime={at} title={formatMoment(at)}>
      {formatDay(at)}
    </time>
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

function Note({ children }: { children: string }) {
  return (
    <Text as="span" display="block" textStyle="xs" color="fg.muted">
      {children}
    </Text>
  );
}
