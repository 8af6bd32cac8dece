import { Box, Flex, Heading, LinkBox, LinkOverlay, SimpleGrid, type SimpleGridProps, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { LuHistory, LuMegaphone, LuReceipt } from 'react-icons/lu';
import { AppLink } from '../../components/app-link.tsx';
import { ticketTexts } from '../../i18n/en/tickets.ts';
import { paths } from '../../lib/paths.ts';

/** The pages that often answer a question without a ticket. */
export function WhereToLook({ columns = { base: 1, md: 3 } }: Pick<SimpleGridProps, 'columns'>) {
  const t = useStore(ticketTexts);
  const places = [
    { to: paths.orderHistory, icon: LuHistory, title: t.lookOrders, text: t.lookOrdersText },
    { to: paths.rechargeHistory, icon: LuReceipt, title: t.lookRecharges, text: t.lookRechargesText },
    { to: paths.dashboardNotices, icon: LuMegaphone, title: t.lookNotices, text: t.lookNoticesText },
  ];
  return (
    <Box as="section" aria-label={t.look}>
      <Heading as="h2" size="sm" mb="3">
        {t.look}
      </Heading>
      <SimpleGrid columns={columns} gap="3">
        {places.map(({ to, icon: Icon, title, text }) => (
          <LinkBox key={to} asChild borderWidth="1px" borderRadius="l2" p="4" _hover={{ borderColor: 'border.field' }}>
            <Flex gap="3">
              <Box color="fg.muted" mt="0.5" flexShrink="0">
                <Icon aria-hidden size={18} />
              </Box>
              <Box minW="0">
                <LinkOverlay asChild fontWeight="semibold">
                  <AppLink to={to}>{title}</AppLink>
                </LinkOverlay>
                <Text textStyle="sm" color="fg.muted">
                  {text}
                </Text>
              </Box>
            </Flex>
          </LinkBox>
        ))}
      </SimpleGrid>
    </Box>
  );
}
