import { Box, Flex, Heading, Span, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import { LuListChecks, LuShoppingBag, LuUsers } from 'react-icons/lu';
import { AppLink } from '../../../components/app-link.tsx';
import { shopTexts } from '../../../i18n/en/admin/shop.ts';
import { dashboardTexts } from '../../../i18n/en/dashboard.ts';
import { formatCount } from '../../../lib/format.ts';
import { paths } from '../../../lib/paths.ts';
import type { Outputs } from '../../../lib/trpc.ts';

interface Figure {
  count: number;
  offset: number;
}

/** The shop's totals as customers see them, each a link to its list; the real count is next to a figure with an offset. */
export function ShopCards({
  services,
  orders,
  users,
}: Pick<Outputs['admin']['stats'], 'services' | 'orders' | 'users'>) {
  const t = useStore(dashboardTexts);
  const shop = useStore(shopTexts);
  return (
    <Box as="section" aria-labelledby="totals" borderWidth="1px" borderRadius="l3" overflow="hidden">
      <Heading as="h2" size="md" id="totals" px={{ base: '3', sm: '4', md: '5' }} py="3">
        {shop.totals}
      </Heading>
      <Card icon={<LuListChecks />} label={t.activeServices} figure={services} mark="+" to={paths.manageServices} />
      <Card icon={<LuShoppingBag />} label={t.totalOrders} figure={orders} to={paths.manageOrders} />
      <Card icon={<LuUsers />} label={shop.totalUsers} figure={users} to={paths.manageUsers} />
    </Box>
  );
}

/** The real count plus the shop's offset. */
export function withOffset({ count, offset }: Figure): number {
  return count + offset;
}

interface CardProps {
  icon: ReactNode;
  label: string;
  figure: Figure;
  /** After the figure. */
  mark?: string;
  to: string;
}

function Card({ icon, label, figure, mark = '', to }: CardProps) {
  const shop = useStore(shopTexts);
  return (
    <Flex
      asChild
      align="center"
      gap="3"
      minH="13"
      px={{ base: '3', sm: '4', md: '5' }}
      py="2"
      borderTopWidth="1px"
      fontVariantNumeric="tabular-nums"
      _hover={{ bg: 'bg.subtle' }}
      focusVisibleRing="inside"
    >
      <AppLink to={to}>
        <Span color="fg.muted" aria-hidden>
          {icon}
        </Span>
        <Text flex="1" minW="0">
          {label}
        </Text>
        {figure.offset !== 0 && (
          <Text textStyle="sm" color="fg.muted" whiteSpace="nowrap">
            {shop.real({ count: figure.count })}
          </Text>
        )}
        <Text fontSize="xl" fontWeight="semibold">
          {formatCount(withOffset(figure))}
          {mark}
        </Text>
      </AppLink>
    </Flex>
  );
}
