import { Box, Flex, Link, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { AppLink } from '../../components/app-link.tsx';
import { homeMoreTexts } from '../../i18n/en/home-more.ts';
import { paths, supportPath, termsPath } from '../../lib/paths.ts';
import { shopName, useShopText } from '../../lib/public-settings.ts';

const links = [
  { to: paths.services, label: 'services' },
  { to: paths.about, label: 'about' },
  { to: termsPath, label: 'terms' },
  { to: supportPath, label: 'support' },
  { to: paths.developers, label: 'developers' },
] as const;

export function HomeFooter() {
  const t = useStore(homeMoreTexts);
  const text = useShopText('footerText');
  return (
    <Flex as="footer" borderTopWidth="1px" pt="6" gap="4" align="center" justify="space-between" wrap="wrap">
      <Box minW="0">
        <Text fontWeight="semibold">{shopName()}</Text>
        {text && (
          <Text textStyle="sm" color="fg.muted" maxW="prose" whiteSpace="pre-line" overflowWrap="anywhere">
            {text}
          </Text>
        )}
      </Box>
      <Flex
        as="nav"
        aria-label={t.site}
        display="grid"
        gridTemplateColumns={{ base: '1fr 1fr', sm: 'repeat(5, auto)' }}
        columnGap="6"
        rowGap="1"
      >
        {links.map(({ to, label }) => (
          <Link key={label} asChild minH="11" display="inline-flex" alignItems="center">
            <AppLink to={to}>{t[label]}</AppLink>
          </Link>
        ))}
      </Flex>
    </Flex>
  );
}
