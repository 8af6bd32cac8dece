import { Box, Button, chakra, Flex, Grid, Heading, Stack, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import { LuChevronRight, LuHistory, LuInfo, LuLifeBuoy, LuListChecks, LuWallet } from 'react-icons/lu';
import { AppLink } from '../components/app-link.tsx';
import { lostTexts } from '../i18n/en/lost.ts';
import { menuTexts } from '../i18n/en/menu.ts';
import { paths } from '../lib/paths.ts';
import { useSession } from '../lib/session.ts';

interface LostFrameProps {
  icon: ReactNode;
  title: string;
  text: string;
  /** What the text is about: the address, or the account. */
  about: ReactNode;
}

/** A page that can't be shown: the reason and the way back, and beside them the pages that are usually wanted. */
export function LostFrame({ icon, title, text, about }: LostFrameProps) {
  const t = useStore(lostTexts);
  const { signedIn } = useSession();
  return (
    <Grid
      maxW="4xl"
      mx="auto"
      templateColumns={{ lg: 'repeat(2, minmax(0, 1fr))' }}
      borderWidth={{ md: '1px' }}
      borderRadius="l3"
      overflow="clip"
    >
      <Stack gap="5" px={{ md: '10' }} pb={{ base: '8', md: '10' }} pt={{ md: '10' }} justify="center" align="start">
        <Flex
          boxSize="12"
          align="center"
          justify="center"
          borderWidth="1px"
          borderRadius="l2"
          bg="bg.subtle"
          fontSize="xl"
          aria-hidden
        >
          {icon}
        </Flex>
        <Stack gap="2">
          <Heading as="h1" size={{ base: '2xl', md: '3xl' }}>
            {title}
          </Heading>
          <Text color="fg.muted">{text}</Text>
          <Text color="fg.muted" textStyle="sm" overflowWrap="anywhere" lineClamp="3">
            {about}
          </Text>
        </Stack>
        <Button asChild colorPalette="brand" size="lg">
          <AppLink to={signedIn ? paths.dashboard : paths.home}>{signedIn ? t.goToDashboard : t.goHome}</AppLink>
        </Button>
      </Stack>
      <Likely />
    </Grid>
  );
}

function Likely() {
  const t = useStore(lostTexts);
  const menu = useStore(menuTexts);
  const { signedIn, isAdmin } = useSession();
  return (
    <Box
      as="nav"
      aria-labelledby="likely"
      bg={{ md: 'bg.subtle' }}
      borderTopWidth={{ base: '1px', lg: '0' }}
      borderStartWidth={{ lg: '1px' }}
      px={{ md: '10' }}
      py={{ base: '6', md: '8', lg: '10' }}
    >
      <Heading as="h2" size="md" id="likely" mb="2">
        {t.perhaps}
      </Heading>
      <ul>
        <Row icon={<LuListChecks />} to={signedIn ? paths.dashboardServices : paths.services} text={t.servicesText}>
          {menu.services}
        </Row>
        {isAdmin && (
          <Row icon={<LuHistory />} to={paths.manageOrders}>
            {menu.manageOrders}
          </Row>
        )}
        {signedIn && !isAdmin && (
          <>
            <Row icon={<LuHistory />} to={paths.orderHistory} text={t.ordersText}>
              {menu.orderHistory}
            </Row>
            <Row icon={<LuWallet />} to={paths.addBalance} text={t.addBalanceText}>
              {menu.addBalance}
            </Row>
          </>
        )}
        {!signedIn && (
          <Row icon={<LuInfo />} to={paths.about} text={t.aboutText}>
            {menu.about}
          </Row>
        )}
        {isAdmin ? (
          <Row icon={<LuLifeBuoy />} to={paths.manageTickets}>
            {menu.manageTickets}
          </Row>
        ) : (
          <Row icon={<LuLifeBuoy />} to={paths.tickets} text={t.ticketsText}>
            {menu.tickets}
          </Row>
        )}
      </ul>
    </Box>
  );
}

interface RowProps {
  icon: ReactNode;
  to: string;
  text?: string;
  children: string;
}

function Row({ icon, to, text, children }: RowProps) {
  return (
    <chakra.li listStyleType="none" borderTopWidth="1px" _first={{ borderTopWidth: '0' }}>
      <Flex asChild align="center" gap="4" minH="16" py="2" _hover={{ '& strong': { textDecoration: 'underline' } }}>
        <AppLink to={to}>
          <Box color="fg.muted" fontSize="xl" flexShrink="0" aria-hidden>
            {icon}
          </Box>
          <Box flex="1" minW="0">
            <chakra.strong display="block" fontWeight="semibold">
              {children}
            </chakra.strong>
            {text && (
              <Text color="fg.muted" textStyle="sm">
                {text}
              </Text>
            )}
          </Box>
          <Box color="fg.muted" aria-hidden>
            <LuChevronRight />
          </Box>
        </AppLink>
      </Flex>
    </chakra.li>
  );
}
