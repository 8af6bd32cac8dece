import { Box, Flex } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { useLocation } from 'react-router-dom';
import { AppLink } from '../../components/app-link.tsx';
import { menuTexts } from '../../i18n/en/menu.ts';
import { profileTexts } from '../../i18n/en/profile.ts';
import { paths } from '../../lib/paths.ts';

const pages = [
  { to: paths.dashboardProfile, label: 'profile' },
  { to: paths.keys, label: 'keys' },
  { to: paths.webhooks, label: 'webhooks' },
] as const;

/** The pages of the signed-in user's account, as links above each of them. */
export function ProfileNav() {
  const t = useStore(profileTexts);
  const names = useStore(menuTexts);
  const { pathname } = useLocation();
  return (
    <Flex as="nav" aria-label={t.account} gap="1" borderBottomWidth="1px" mb={{ base: '5', md: '6' }} overflowX="auto">
      {pages.map(({ to, label }) => {
        const isCurrent = to === pathname || (label === 'profile' && pathname === paths.profile);
        return (
          <Box
            key={to}
            asChild
            flexShrink="0"
            display="inline-flex"
            alignItems="center"
            minH="11"
            px="3"
            textStyle="sm"
            color={isCurrent ? 'fg' : 'fg.muted'}
            fontWeight={isCurrent ? 'semibold' : 'normal'}
            boxShadow={isCurrent ? 'inset 0 -2px 0 0 var(--c-colors-brand-edge)' : undefined}
            _hover={{ color: 'fg' }}
            focusVisibleRing="inside"
          >
            <AppLink to={to} aria-current={isCurrent ? 'page' : undefined}>
              {names[label]}
            </AppLink>
          </Box>
        );
      })}
    </Flex>
  );
}
