import { Box, Flex, Span, Stack, Text } from '@chakra-ui/react';
import { LuArrowRight } from 'react-icons/lu';
import { MoneyText } from '../../../components/money-text.tsx';
import { ServiceName } from '../../../components/service-name.tsx';
import { formatCount } from '../../../lib/format.ts';
import type { Preview } from './use-change-prices.ts';

interface PricesPreviewProps {
  preview: Preview;
  /** Whether it is the preview of the current input. */
  isCurrent: boolean;
}

/** How many prices would change, each with its old and new value. */
export function PricesPreview({ preview, isCurrent }: PricesPreviewProps) {
  const { found, changed, against, impossible, items } = preview;
  return (
    <Stack gap="2" opacity={isCurrent ? 1 : 0.6} aria-busy={!isCurrent}>
      <Text fontWeight="semibold" aria-live="polite">
        {formatCount(changed)} of {formatCount(found)} prices change.
      </Text>
      {impossible > 0 && (
        <Text color="fg.error">
          {formatCount(impossible)} would be nothing or too large, so none can be changed: they stand first.
        </Text>
      )}
      {against > 0 && (
        <Text color="fg.warning">Rounding moves {formatCount(against)} the other way: they stand first.</Text>
      )}
      {items.length > 0 && (
        <Box
          role="region"
          aria-label="Old and new prices"
          tabIndex={0}
          borderWidth="1px"
          borderRadius="l2"
          maxH="40vh"
          overflowY="auto"
        >
          <Box as="ul" listStyleType="none">
            {items.map(({ id, name, fromMicros, toMicros }) => (
              <Flex
                as="li"
                key={id}
                justify="space-between"
                gap="4"
                px="3"
                py="1.5"
                textStyle="sm"
                borderBottomWidth="1px"
                _last={{ borderBottomWidth: '0' }}
              >
                <Span truncate title={name} dir="auto">
                  <ServiceName id={id} name={name} />
                </Span>
                <Flex as="span" align="center" gap="2" flexShrink="0">
                  <MoneyText priceMicros={fromMicros} color="fg.muted" />
                  <LuArrowRight aria-label="becomes" />
                  <MoneyText priceMicros={toMicros} fontWeight="semibold" />
                </Flex>
              </Flex>
            ))}
          </Box>
        </Box>
      )}
      {items.length < changed && (
        <Text textStyle="sm" color="fg.muted">
          The first {formatCount(items.length)} are shown.
        </Text>
      )}
    </Stack>
  );
}
