import { Box, Flex, Heading, Span, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { LuArrowRight, LuCircleCheck, LuTriangleAlert } from 'react-icons/lu';
import { AppLink } from '../../../components/app-link.tsx';
import { Ago } from '../../../components/data-table/moment.tsx';
import { purchaseTexts } from '../../../i18n/en/admin/purchases.ts';
import { formatUnits } from '../../../lib/format-units.ts';
import { paths } from '../../../lib/paths.ts';
import { supplierPath } from '../../../lib/supplier-paths.ts';
import { type Outputs, trpc } from '../../../lib/trpc.ts';

const REFRESH_MS = 15_000;

type Supplier = Outputs['admin']['reports']['attention']['suppliers'][number];

/** What needs a person. */
export function useAttention() {
  return trpc.admin.reports.attention.useQuery(undefined, { refetchInterval: REFRESH_MS });
}

/** Every supplier with its balance, and what is wrong with it. A shop without suppliers has none. */
export function PurchasesPanel({ suppliers }: { suppliers: Supplier[] }) {
  const t = useStore(purchaseTexts);
  if (suppliers.length === 0) return null;
  return (
    <Box as="section" aria-labelledby="purchases" borderWidth="1px" borderRadius="l3" overflow="hidden">
      <Flex px={padding} py="3" justify="space-between" align="center" gap="3">
        <Heading as="h2" size="md" id="purchases">
          {t.suppliers}
        </Heading>
        <Flex asChild align="center" gap="1" textStyle="sm" _hover={{ textDecoration: 'underline' }}>
          <AppLink to={paths.profit}>
            {t.profit} <LuArrowRight aria-hidden />
          </AppLink>
        </Flex>
      </Flex>
      {suppliers.map((supplier) => (
        <Line key={supplier.id} supplier={supplier} />
      ))}
    </Box>
  );
}

function problemsOf({ stopped, unreachableSince, isLow, waitingFunds }: Supplier): string[] {
  const t = purchaseTexts.get();
  return [
    ...(stopped ? [t.stopped] : []),
    ...(unreachableSince ? [t.silent] : []),
    ...(isLow ? [t.balanceLow] : []),
    ...(waitingFunds > 0 ? [t.waiting({ count: waitingFunds })] : []),
  ];
}

const padding = { base: '3', sm: '4', md: '5' };

function Line({ supplier }: { supplier: Supplier }) {
  const { id, name, balance, currency, unreachableSince } = supplier;
  const problems = problemsOf(supplier);
  const isFine = problems.length === 0;
  return (
    <Flex
      asChild
      borderTopWidth="1px"
      minH="13"
      align="center"
      gap={{ base: '2', lg: '3' }}
      px={padding}
      py="3"
      _hover={{ bg: 'bg.subtle' }}
      focusVisibleRing="inside"
    >
      <AppLink to={supplierPath(id)}>
        <Box color={isFine ? 'fg.success' : 'fg.warning'} aria-hidden flex="none">
          {isFine ? <LuCircleCheck /> : <LuTriangleAlert />}
        </Box>
        <Text flex="1" minW="0" color={isFine ? 'fg.muted' : undefined}>
          <Span fontWeight="medium" dir="auto" overflowWrap="anywhere">
            {name}
          </Span>{' '}
          {balance !== null && (
            <Span color="fg.muted" whiteSpace="nowrap" fontVariantNumeric="tabular-nums">
              {formatUnits(balance, currency)}
            </Span>
          )}
          {!isFine && <Span color="fg.warning"> · {problems.join(', ')}</Span>}
        </Text>
        {unreachableSince && (
          <Span textStyle="sm" whiteSpace="nowrap">
            <Ago at={unreachableSince} />
          </Span>
        )}
        <LuArrowRight aria-hidden />
      </AppLink>
    </Flex>
  );
}
