import { Box, chakra, Flex, Stack, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { chargeFor, type Micros } from '#shared/money.ts';
import type { Per } from '#shared/service-types.ts';
import { catalogueTexts } from '../i18n/en/catalogue.ts';
import { formatCount, formatHours } from '../lib/format.ts';
import { MoneyText } from './money-text.tsx';
import { ServiceImage } from './service-image.tsx';

/** A service as far as it is filled in; a missing value is null or empty. */
export interface PreviewedService {
  name: string;
  description: string;
  image: string | null;
  /** The slug of its category. */
  category: string;
  priceMicros: Micros | null;
  /** 1000 if it is left out. */
  per?: Per;
  min: number | null;
  max: number | null;
  avgTimeHours: number | null;
}

interface ServicePreviewProps {
  service: PreviewedService;
  /** In place of an empty name and description. */
  placeholder: { name: string; description: string };
  /** The words for the cheapest and the dearest order. */
  orderWords: { smallest: string; largest: string };
}

/** A service as its card in the catalogue, and what its orders cost. Nothing in it can be pressed. */
export function ServicePreview({ service, placeholder, orderWords }: ServicePreviewProps) {
  const t = useStore(catalogueTexts);
  const { name, description, priceMicros, per, min, max, avgTimeHours } = service;
  const isPackage = per === 1;
  return (
    <Stack gap="4">
      <Box borderWidth="1px" borderRadius="l2" p="4" bg="bg">
        <Flex gap="3" align="center">
          <ServiceImage service={{ ...service, name: name || placeholder.name }} />
          <Text
            fontWeight="semibold"
            lineHeight="short"
            lineClamp="3"
            overflowWrap="anywhere"
            color={name ? undefined : 'fg.muted'}
            dir="auto"
          >
            {name || placeholder.name}
          </Text>
        </Flex>
        <Text mt="3" mb="4" textStyle="sm" color="fg.muted" lineClamp="4" overflowWrap="anywhere" dir="auto">
          {description || placeholder.description}
        </Text>
        <chakra.dl display="grid" gridTemplateColumns="repeat(3, minmax(0, auto))" columnGap="3" rowGap="3">
          {!isPackage && <Fact label={t.min}>{min === null ? NOTHING : formatCount(min)}</Fact>}
          {!isPackage && <Fact label={t.max}>{max === null ? NOTHING : formatCount(max)}</Fact>}
          <Fact label={t.avgTime}>{avgTimeHours === null ? NOTHING : formatHours(avgTimeHours)}</Fact>
        </chakra.dl>
        <Flex justify="space-between" align="end" gap="3" mt="3">
          <chakra.dl>
            <Fact label={isPackage ? t.packagePrice : t.pricePer1000}>
              <Text as="span" textStyle="xl" fontWeight="semibold" lineHeight="1.2">
                {priceMicros === null ? NOTHING : <MoneyText priceMicros={priceMicros} />}
              </Text>
            </Fact>
          </chakra.dl>
          <Box
            aria-hidden
            borderWidth="1px"
            borderColor="border.field"
            borderRadius="l2"
            px="4"
            h="10"
            display="inline-flex"
            alignItems="center"
            textStyle="sm"
            fontWeight="semibold"
            whiteSpace="nowrap"
          >
            {t.createOrder}
          </Box>
        </Flex>
      </Box>
      {priceMicros !== null && !isPackage && (
        <chakra.dl display="grid" gridTemplateColumns="1fr auto" rowGap="2" textStyle="sm">
          <Charge words={orderWords.smallest} quantity={min} priceMicros={priceMicros} />
          <Charge words={orderWords.largest} quantity={max} priceMicros={priceMicros} />
        </chakra.dl>
      )}
    </Stack>
  );
}

const NOTHING = '–';

function Fact({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <Box minW="0">
      <chakra.dt textStyle="xs" color="fg.muted" truncate>
        {label}
      </chakra.dt>
      <chakra.dd textStyle="sm" fontVariantNumeric="tabular-nums" whiteSpace="nowrap">
        {children}
      </chakra.dd>
    </Box>
  );
}

interface ChargeProps {
  words: string;
  quantity: number | null;
  priceMicros: Micros;
}

/** The charge of one order. */
function Charge({ words, quantity, priceMicros }: ChargeProps) {
  const charge = quantity === null || quantity < 1 ? null : chargeFor(quantity, { priceMicros, per: 1000 });
  if (charge === null || quantity === null) return null;
  return (
    <>
      <chakra.dt color="fg.muted" fontVariantNumeric="tabular-nums">
        {words}
        {'\u00a0· '}
        {formatCount(quantity)}
      </chakra.dt>
      <chakra.dd textAlign="end">
        <MoneyText nanos={charge} fontWeight="semibold" />
      </chakra.dd>
    </>
  );
}
