import { Box, Flex, Stack, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { LuArrowRight } from 'react-icons/lu';
import { MoneyText } from '../../../components/money-text.tsx';
import { ServiceName } from '../../../components/service-name.tsx';
import { changePricesTexts } from '../../../i18n/en/admin/admin-services.ts';
import type { Preview } from './use-change-prices.ts';

interface PricesPreviewProps {
  preview: Preview;
  /** Whether it is the preview of the current input. */
  isCurrent: boolean;
}

/** How many prices would change, each with its old and new value. */
export function PricesPreview({ preview, isCurrent }: PricesPreviewProps) {
  const t = useStore(changePricesTexts);
  const { found, changed, against, impossible, items } = preview;
  return (
    <Stack gap="2" opacity={isCurrent ? 1 : 0.6} aria-busy={!isCurrent}>
      <Text fontWeight="semibold" aria-live="polite">
        {t.someChange({ changed, found })}
      </Text>
      {impossible > 0 && <Text color="fg.error">{t.impossible({ count: impossible })}</Text>}
      {against > 0 && <Text color="fg.warning">{t.against({ count: against })}</Text>}
      {items.length > 0 && (
        <Box
          role="region"
          aria-label={t.oldAndNew}
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
                direction={{ base: 'column', sm: 'row' }}
                justify="space-between"
                columnGap="4"
                px="3"
                py="1.5"
                textStyle="sm"
                borderBottomWidth="1px"
                _last={{ borderBottomWidth: '0' }}
              >
                <Box minW="0" dir="auto">
                  <ServiceName id={id} name={name} lines={1} />
                </Box>
                <Flex as="span" align="center" gap="2" flexShrink="0">
                  <MoneyText priceMicros={fromMicros} color="fg.muted" />
                  <LuArrowRight aria-label={t.becomes} />
                  <MoneyText priceMicros={toMicros} fontWeight="semibold" />
                </Flex>
              </Flex>
            ))}
          </Box>
        </Box>
      )}
      {items.length < changed && (
        <Text textStyle="sm" color="fg.muted">
          {t.firstShown({ count: items.length })}
        </Text>
      )}
    </Stack>
  );
}
