import { Box, Button, Container, Flex, IconButton, Span, VisuallyHidden } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { lazy, Suspense } from 'react';
import { LuMoon, LuSun, LuWallet } from 'react-icons/lu';
import { useLocation } from 'react-router-dom';
import { AppLink } from '../components/app-link.tsx';
import { MoneyText } from '../components/money-text.tsx';
import { menuTexts, shellTexts } from '../i18n/en/shell.ts';
import { useBalance } from '../lib/balance.ts';
import { productName } from '../lib/page-meta.ts';
import { authPath, paths } from '../lib/paths.ts';
import { useSession } from '../lib/session.ts';
import { LanguageSwitch } from './language-switch.tsx';
import { Logo } from './logo.tsx';
import { useTheme } from './theme/use-theme.ts';

/** Only who is signed in needs its code. */
const AccountButton = lazy(() => import('./account-button.tsx'));

export function TopBar() {
  const t = useStore(menuTexts);
  const { signedIn } = useSession();
  return (
    <Box as="header" position="sticky" top="0" zIndex="sticky" bg="bg" borderBottomWidth="1px">
      <Container maxW="8xl" px={{ base: '2', md: '6' }}>
        <Flex h="16" align="center" gap={{ base: '1', md: '6' }}>
          <Brand />
          <Flex as="nav" aria-label={t.main} gap={{ base: '0', sm: '1' }} me="auto" minW="0">
            <NavLink to={paths.home} label={t.home} hideOnPhone />
            <NavLink to={paths.services} label={t.service} hideOnPhone={signedIn} />
            {signedIn && <NavLink to={paths.dashboard} label={t.dashboard} hideOnPhone within />}
            <NavLink to={paths.about} label={t.about} hideOnPhone={signedIn} />
          </Flex>
          <Flex align="center" gap={{ base: '1', md: '2' }} flexShrink="0">
            {signedIn && <BalanceLink />}
            <LanguageSwitch />
            <ThemeToggle />
            {signedIn ? (
              <Suspense fallback={<Box boxSize="10" />}>
                <AccountButton />
              </Suspense>
            ) : (
              <Button asChild colorPalette="brand" px={{ base: '3', md: '4' }}>
                <AppLink to={authPath('login')}>{t.login}</AppLink>
              </Button>
            )}
          </Flex>
        </Flex>
      </Container>
    </Box>
  );
}

function Brand() {
  const t = useStore(shellTexts);
  return (
    <AppLink to={paths.home} aria-label={t.brandHome({ product: productName })}>
      <Flex align="center" gap="2.5" minH="11" pe={{ base: '0', sm: '2' }}>
        <Logo />
        <Span fontWeight="semibold" letterSpacing="tight" hideBelow="sm" whiteSpace="nowrap">
          {productName}
        </Span>
      </Flex>
    </AppLink>
  );
}

interface NavLinkProps {
  to: string;
  label: string;
  hideOnPhone?: boolean;
  /** Marked for every page below it too. */
  within?: boolean;
}

function NavLink({ to, label, hideOnPhone = false, within = false }: NavLinkProps) {
  const { pathname } = useLocation();
  const isCurrent = pathname === to || (within && pathname.startsWith(`${to}/`));
  return (
    <Button
      asChild
      variant="ghost"
      px={{ base: '2', md: '3' }}
      color={isCurrent ? 'fg' : 'fg.muted'}
      {...(hideOnPhone ? { hideBelow: 'md' } : {})}
      {...(isCurrent ? { boxShadow: 'inset 0 -2px 0 0 var(--c-colors-brand-edge)', borderRadius: '0' } : {})}
    >
      <AppLink to={to} aria-current={isCurrent ? 'page' : undefined}>
        {label}
      </AppLink>
    </Button>
  );
}

function BalanceLink() {
  const t = useStore(shellTexts);
  const balanceNanos = useBalance();
  return (
    <Button asChild variant="outline" px="3">
      <AppLink to={paths.addBalance} title={t.addBalance}>
        <LuWallet aria-hidden />
        <VisuallyHidden>{t.balance}</VisuallyHidden>
        {balanceNanos === undefined ? <Span color="fg.muted">$…</Span> : <MoneyText balanceNanos={balanceNanos} />}
      </AppLink>
    </Button>
  );
}

function ThemeToggle() {
  const t = useStore(shellTexts);
  const { isDark, toggle } = useTheme();
  return (
    <IconButton variant="ghost" aria-label={isDark ? t.useLightTheme : t.useDarkTheme} onClick={toggle}>
      {isDark ? <LuSun /> : <LuMoon />}
    </IconButton>
  );
}
