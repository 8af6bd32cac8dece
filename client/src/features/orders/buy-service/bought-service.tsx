import { Box, Button, Flex, Stack, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { FactChips } from '../../../components/fact-chips.tsx';
import { MoneyText } from '../../../components/money-text.tsx';
import { ServiceImage } from '../../../components/service-image.tsx';
import { ServiceName } from '../../../components/service-name.tsx';
import { buyServiceTexts } from '../../../i18n/en/buy-service.ts';
import { PriceAndTime } from '../order-fields.tsx';
import { Panel } from '../panel.tsx';
import { useServices } from '../service-combobox.tsx';
import { unitOf } from '../unit-of.ts';
import type { Service } from '../use-order.ts';

/** The chosen service, as the order dialog shows it. */
export function BoughtService({ service }: { service: Service }) {
  return (
    <Panel>
      <Flex gap="3" align="center">
        <ServiceImage service={service} />
        <Box minW="0">
          <Text fontWeight="semibold" overflowWrap="anywhere" lineHeight="1.3">
            <ServiceName {...service} />
          </Text>
          <Text color="fg.muted" textStyle="sm" mt="1">
            <PriceAndTime service={service} />
          </Text>
        </Box>
      </Flex>
      <FactChips service={service} />
      {service.description && (
        <Text color="fg.muted" textStyle="sm" whiteSpace="pre-line" borderTopWidth="1px" pt="3">
          {service.description}
        </Text>
      )}
    </Panel>
  );
}

const OFFERED = 5;

/** The first services of the list, to begin with one of them. */
export function OfferedServices({ onChoose }: { onChoose: (service: Service) => void }) {
  const t = useStore(buyServiceTexts);
  const { items } = useServices();
  return (
    <Panel title={t.beginWith}>
      <Stack as="ul" listStyleType="none" gap="0" mx="-2">
        {items.slice(0, OFFERED).map((service) => (
          <Box as="li" key={service.id} _notFirst={{ borderTopWidth: '1px' }}>
            <Button
              variant="ghost"
              w="full"
              h="auto"
              minH="12"
              py="1.5"
              px="2"
              gap="3"
              justifyContent="start"
              textAlign="start"
              whiteSpace="normal"
              fontWeight="normal"
              onClick={() => onChoose(service)}
            >
              <ServiceImage service={service} size={32} />
              <Text flex="1" minW="0" lineHeight="1.3" overflowWrap="anywhere">
                <ServiceName {...service} />
              </Text>
              <Box textAlign="end" flexShrink="0" lineHeight="1.3">
                <MoneyText priceMicros={service.priceMicros} fontWeight="semibold" />
                <Text textStyle="xs" color="fg.muted">
                  {unitOf(service.per)}
                </Text>
              </Box>
            </Button>
          </Box>
        ))}
      </Stack>
    </Panel>
  );
}
