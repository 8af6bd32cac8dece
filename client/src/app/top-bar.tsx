import { Box, Button, Container, Flex, IconButton, Span, VisuallyHidden } from '@chakra-ui/react';
import { lazy, Suspense } from 'react';
import { LuMoon, LuSun, LuWallet } from 'react-icons/lu';
import { useLocation } from 'react-router-dom';
import { AppLink } from '../components/app-link.tsx';
import { MoneyText } from '../components/money-text.tsx';
import { useBalance } from '../lib/balance.ts';
import { productName } from '../lib/page-meta.ts';
import { authPath, paths } from '../lib/paths.ts';
import { useSession } from '../lib/session.ts';
import { Logo } from './logo.tsx';
import { useTheme } from './theme/use-theme.ts';

/** Only who is signed in needs its code. */
const AccountButton = lazy(() => import('./account-button.tsx'));

export function TopBar() {
  const { signedIn } = useSession();
  return (
    <Box as="header" position="sticky" top="0" zIndex="sticky" bg="bg" borderBottomWidth="1px">
      <Container maxW="8xl" px={{ base: '3', md: '6' }}>
        <Flex h="16" align="center" gap={{ base: '1', md: '6' }}>
          <Brand />
          <Flex as="nav" aria-label="Main" gap={{ base: '0', sm: '1' }} me="auto" minW="0">
            <NavLink to={paths.home} label="Home" hideOnPhone />
            <NavLink to={paths.services} label="Service" hideOnPhone={signedIn} />
            {signedIn && <NavLink to={paths.dashboard} label="Dashboard" hideOnPhone within />}
            <NavLink to={paths.about} label="About" hideOnPhone={signedIn} />
          </Flex>
          <Flex align="center" gap={{ base: '1', md: '2' }} flexShrink="0">
            {signedIn && <BalanceLink />}
            <ThemeToggle />
            {signedIn ? (
              <Suspense fallback={<Box boxSize="10" />}>
                <AccountButton />
              </Suspense>
            ) : (
              <Button asChild colorPalette="brand">
                <AppLink to={authPath('login')}>Login</AppLink>
              </Button>
            )}
          </Flex>
        </Flex>
      </Container>
    </Box>
  );
}

function Brand() {
  return (
    <AppLink to={paths.home} aria-label={`${productName}, home`}>
      <Flex align="center" gap="2.5" minH="11" pe="2">
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
      px="3"
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
  const balanceNanos = useBalance();
  return (
    <Button asChild variant="outline" px="3">
      <AppLink to={paths.addBalance} title="Add balance">
        <LuWallet aria-hidden />
        <VisuallyHidden>Balance</VisuallyHidden>
        {balanceNanos === undefined ? <Span color="fg.muted">$…</Span> : <MoneyText balanceNanos={balanceNanos} />}
      </AppLink>
    </Button>
  );
}

function ThemeToggle() {
  const { isDark, toggle } = useTheme();
  return (
    <IconButton variant="ghost" aria-label={isDark ? 'Use the light theme' : 'Use the dark theme'} onClick={toggle}>
      {isDark ? <LuSun /> : <LuMoon />}
    </IconButton>
  );
}
