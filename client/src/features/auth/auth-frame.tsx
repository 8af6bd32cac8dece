import { Box, Flex, Grid, Heading, Stack, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import { LuHeadset, LuReceipt, LuZap } from 'react-icons/lu';
import { CategoryIcon, shownCategories } from '../../components/category-icon.tsx';
import { authTexts } from '../../i18n/en/auth.ts';

interface AuthFrameProps {
  /** For a page with little else. */
  icon?: ReactNode;
  title: string;
  text: ReactNode;
  children: ReactNode;
}

/** The frame of every page about an account's access: the form, and where there is room the benefits of an account. */
export function AuthFrame({ icon, title, text, children }: AuthFrameProps) {
  return (
    <Grid
      maxW={{ base: 'md', md: '2xl', lg: '5xl' }}
      mx="auto"
      templateColumns={{ lg: 'minmax(0, 1fr) minmax(0, 1fr)' }}
      borderWidth={{ md: '1px' }}
      borderRadius="l3"
      overflow="clip"
    >
      <Box
        order={{ lg: '1' }}
        px={{ md: '10' }}
        py={{ md: '10' }}
        minH={{ lg: '36rem' }}
        display="grid"
        alignItems="center"
      >
        <Stack gap={{ base: '5', md: '6' }} w="full" maxW={{ md: 'lg', lg: 'md' }} mx="auto">
          <Stack gap="1">
            {icon && (
              <Flex
                boxSize="12"
                mb="3"
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
            )}
            <Heading as="h1" size={{ base: '2xl', md: '3xl' }}>
              {title}
            </Heading>
            <Text color="fg.muted" textWrap="balance" aria-live="polite">
              {text}
            </Text>
          </Stack>
          {children}
        </Stack>
      </Box>
      <Benefits />
    </Grid>
  );
}

const promises = [
  { icon: <LuReceipt />, title: 'promiseMoney', text: 'promiseMoneyText' },
  { icon: <LuZap />, title: 'promiseDelivery', text: 'promiseDeliveryText' },
  { icon: <LuHeadset />, title: 'promiseSupport', text: 'promiseSupportText' },
] as const;

/** As wide as the form above. */
const inset = { w: 'full', maxW: { md: 'lg', lg: 'none' }, mx: 'auto' } as const;

/** Beside the form on a wide screen, below it on a tablet; a phone has only the form. */
function Benefits() {
  const t = useStore(authTexts);
  return (
    <Flex
      hideBelow="md"
      direction="column"
      justify="center"
      gap={{ md: '5', lg: '8' }}
      bg="bg.subtle"
      borderTopWidth={{ md: '1px', lg: '0' }}
      borderEndWidth={{ lg: '1px' }}
      p="10"
    >
      <Heading as="p" size={{ md: '2xl', lg: '4xl' }} {...inset}>
        {t.promises}
      </Heading>
      <Stack gap={{ md: '4', lg: '6' }} {...inset}>
        {promises.map(({ icon, title, text }) => (
          <Flex key={title} gap="4" align="start">
            <Flex
              boxSize="10"
              flexShrink="0"
              borderWidth="1px"
              borderRadius="l2"
              bg="bg"
              align="center"
              justify="center"
              aria-hidden
            >
              {icon}
            </Flex>
            <Stack gap="0.5">
              <Text fontWeight="semibold">{t[title]}</Text>
              <Text color="fg.muted" textStyle="sm" textWrap="balance">
                {t[text]}
              </Text>
            </Stack>
          </Flex>
        ))}
      </Stack>
      <Flex gap="2" wrap="wrap" aria-hidden {...inset}>
        {shownCategories.slice(1).map((category) => (
          <CategoryIcon key={category} category={category} size={28} />
        ))}
      </Flex>
    </Flex>
  );
}
