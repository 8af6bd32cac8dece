import { Box, Flex, Skeleton, Stack, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import { LuCircleCheck } from 'react-icons/lu';
import { chargeFor } from '#shared/money.ts';
import { CategoryIcon } from '../../components/category-icon.tsx';
import { MoneyText } from '../../components/money-text.tsx';
import { homeTexts } from '../../i18n/en/home.ts';
import { formatCount } from '../../lib/format.ts';
import { lookOf } from '../../lib/platforms.ts';
import { useBoard } from './use-board.ts';

/** The quantity in the picture, if the service's limits allow it. */
const UNITS = 1000;

/**
 * An illustration of the panel: an order of the most popular service, at its current price, and its progress. It follows the theme and
 * has no controls.
 */
export function OrderIllustration() {
  const t = useStore(homeTexts);
  const { data, isError } = useBoard();
  const service = data?.items[0];
  if (isError || data?.items.length === 0) return null;
  const units = service ? Math.min(Math.max(UNITS, service.min), service.max) : UNITS;
  const chargeNanos = service && chargeFor(units, service.priceMicros);
  return (
    <Box role="img" aria-label={t.picture} position="relative" pb="16" maxW="lg" w="full" mx="auto" userSelect="none">
      <Stack borderWidth="1px" borderRadius="box" p={{ base: '5', md: '7' }} gap="5" bg="bg">
        <Flex align="center" gap="3" minH="12">
          {service ? <CategoryIcon category={lookOf(service)} size={40} /> : <Skeleton boxSize="10" />}
          {service ? (
            <Text fontWeight="semibold" fontSize="lg" lineHeight="short" lineClamp="2">
              {t.orderFor({ service: service.name })}
            </Text>
          ) : (
            <Skeleton h="5" flex="1" />
          )}
        </Flex>
        <Part label={t.link}>
          <Flex
            h="10"
            px="3"
            align="center"
            borderWidth="1px"
            borderColor="border.field"
            borderRadius="l2"
            textStyle="sm"
          >
            {`https://${service ? `${lookOf(service)}.com/` : ''}…`}
          </Flex>
        </Part>
        <Part label={t.quantity}>
          <Flex align="center" gap="4">
            <Box position="relative" h="1.5" flex="1" bg="bg.muted" borderRadius="full">
              <Box h="full" w="38%" bg="brand.border" borderRadius="full" />
              <Box
                position="absolute"
                insetStart="calc(38% - 0.625rem)"
                top="-1.5"
                boxSize="5"
                bg="bg"
                borderWidth="2px"
                borderColor="brand.border"
                borderRadius="full"
              />
            </Box>
            <Text fontWeight="semibold" fontVariantNumeric="tabular-nums">
              {formatCount(units)}
            </Text>
          </Flex>
        </Part>
        <Flex align="end" justify="space-between" borderTopWidth="1px" pt="4">
          <Part label={t.price}>
            <Box fontWeight="semibold" fontSize="2xl" lineHeight="1.2">
              {typeof chargeNanos === 'number' ? <MoneyText nanos={chargeNanos} /> : '$…'}
            </Box>
          </Part>
          <Flex
            h="10"
            px="5"
            align="center"
            bg="brand.solid"
            color="brand.contrast"
            borderWidth="1px"
            borderColor="brand.edge"
            borderRadius="l2"
            fontWeight="semibold"
          >
            {t.submit}
          </Flex>
        </Flex>
      </Stack>
      <Flex
        position="absolute"
        bottom="0"
        insetEnd={{ base: '2', md: '-4' }}
        align="center"
        gap="3"
        px="4"
        h="20"
        bg="bg"
        borderWidth="1px"
        borderRadius="box"
        borderColor="border.field"
      >
        <Box color="fg.success" fontSize="2xl">
          <LuCircleCheck />
        </Box>
        <Box>
          <Text fontWeight="semibold">{t.placed}</Text>
          <Text textStyle="sm" color="fg.muted">
            {t.steps}
          </Text>
        </Box>
      </Flex>
    </Box>
  );
}

function Part({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Stack gap="1.5">
      <Text textStyle="xs" color="fg.muted">
        {label}
      </Text>
      {children}
    </Stack>
  );
}
