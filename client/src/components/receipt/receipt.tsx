import { Box, Button, Flex, Grid, Skeleton, Stack, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import { LuPrinter } from 'react-icons/lu';
import { commonTexts } from '../../i18n/en/common.ts';
import { shopName } from '../../lib/public-settings.ts';
import { useSession } from '../../lib/session.ts';
import { BackLink } from '../back-link.tsx';
import { NotFoundState } from '../not-found-state.tsx';
import printed from './receipt.css?inline';

interface ReceiptProps<Data> {
  query: {
    data: Data | undefined;
    error: unknown;
    isError: boolean;
    isLoading: boolean;
    isEnabled: boolean;
    refetch: () => unknown;
  };
  /** The list that contains it. */
  list: { to: string; label: string };
  notFound: { title: string; text: string; label: string };
  children: (data: Data) => ReactNode;
}

/** The page of one order or recharge. It prints as a receipt, without the rest of the panel. */
export function Receipt<Data>({ query, list, notFound, children }: ReceiptProps<Data>) {
  const t = useStore(commonTexts);
  const { user } = useSession();
  const product = shopName();
  const { data, error, isError, isLoading, isEnabled, refetch } = query;
  return (
    <Stack gap="2" maxW="5xl" className="receipt">
      <style>{printed}</style>
      <BackLink {...list} className="not-printed" />
      <Box className="printed-only" display="none" mb="6">
        {t.receipt({ product, name: user?.name ?? '', email: user?.email ?? '' })}
      </Box>
      {data !== undefined && children(data)}
      {isLoading && (
        <Stack gap="6" aria-busy aria-label={t.loading}>
          <Skeleton h="9" w="48" />
          <Skeleton h="72" />
        </Stack>
      )}
      {(!isEnabled || (isError && data === undefined)) && (
        <NotFoundState error={error} onRetry={() => void refetch()} to={list.to} {...notFound} />
      )}
    </Stack>
  );
}

export function PrintButton() {
  const t = useStore(commonTexts);
  return (
    <Button variant="outline" onClick={() => window.print()}>
      <LuPrinter aria-hidden /> {t.printReceipt}
    </Button>
  );
}

interface FactsProps {
  /** Names them for screen readers. */
  name: string;
  /** The total, set apart below them. */
  total: { label: string; value: ReactNode };
  children: ReactNode;
}

/** The facts of a receipt and their total. */
export function Facts({ name, total, children }: FactsProps) {
  return (
    <Box as="section" aria-label={name} borderWidth="1px" borderRadius="l2" overflow="clip">
      <Grid
        as="dl"
        templateColumns={{ base: '6.5rem 1fr', sm: '9rem 1fr' }}
        columnGap="3"
        px={{ base: '4', md: '5' }}
        py="2"
        textStyle="sm"
      >
        {children}
      </Grid>
      <Flex
        justify="space-between"
        align="baseline"
        px={{ base: '4', md: '5' }}
        py="4"
        bg="bg.subtle"
        borderTopWidth="1px"
      >
        <Text fontWeight="semibold">{total.label}</Text>
        <Box textStyle="2xl" fontWeight="semibold">
          {total.value}
        </Box>
      </Flex>
    </Box>
  );
}

export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <Text as="dt" color="fg.muted" py="2">
        {label}
      </Text>
      <Box as="dd" py="2" fontVariantNumeric="tabular-nums" overflowWrap="anywhere" minW="0">
        {children}
      </Box>
    </>
  );
}
