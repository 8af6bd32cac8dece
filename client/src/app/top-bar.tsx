import { Box, Button, Container, Flex, IconButton, Span, VisuallyHidden } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { LuMoon, LuSun, LuWallet } from 'react-icons/lu';
import { useLocation, useSearchParams } from 'react-router-dom';
import { AppLink } from '../components/app-link.tsx';
import { LazyBoundary } from '../components/lazy-boundary.tsx';
import { MoneyText } from '../components/money-text.tsx';
import { isWordmark, ShopLogo } from '../components/shop-logo.tsx';
import { shellTexts } from '../i18n/en/shell.ts';
import { useBalance } from '../lib/balance.ts';
import { ForCustomers, ForVisitors } from '../lib/for-whom.tsx';
import { useIsHydrated } from '../lib/hydration.ts';
import { lazyWithPreload } from '../lib/lazy-with-preload.tsx';
import { useHasSidebar, useIsWide } from '../lib/media.ts';
import { authPath, isWithin, paths } from '../lib/paths.ts';
import { shopName, usePublicSettings } from '../lib/public-settings.ts';
import { useSession } from '../lib/session.ts';
import { LanguageSwitch } from './language-switch.tsx';
import { VisitorButton } from './navigation/visitor-button.tsx';
import { useTheme } from './theme/use-theme.ts';

/** Only signed-in users need its code. */
const { Part: AccountButton } = lazyWithPreload(() => import('./navigation/account-button.tsx'));

/**
 * The bar at the top of every page. Without room for its links, and without the sidebar, there is the bottom bar or a visitor's menu.
 */
export function TopBar() {
  const isHydrated = useIsHydrated();
  const hasSidebar = useHasSidebar();
  const isWide = useIsWide();
  const { mustEnroll } = useSession();
  return (
    <Box as="header" position="sticky" top="0" zIndex="sticky" bg="bg" borderBottomWidth="1px">
      <Container maxW="var(--page-width)" px={{ base: '2', md: '6' }}>
        <Flex h="16" align="center" gap={{ base: '1', md: '6' }}>
          <Brand />
          <ForVisitors>
            {(isWide || !isHydrated) && <PageLinks signedIn={false} hideBelow={isHydrated ? undefined : 'md'} />}
          </ForVisitors>
          <ForCustomers>
            {(hasSidebar || !isHydrated) && !mustEnroll && (
              <PageLinks signedIn hideBelow={isHydrated ? undefined : 'md'} />
            )}
          </ForCustomers>
          <Flex align="center" gap={{ base: '1', md: '2' }} flexShrink="0" ms="auto">
            <ForCustomers>{!mustEnroll && <BalanceLink />}</ForCustomers>
            <LanguageSwitch />
            <ThemeToggle />
            <ForCustomers>{isHydrated ? hasSidebar && <Account /> : <Box boxSize="10" hideBelow="md" />}</ForCustomers>
            <ForVisitors>
              <LoginLink />
              {(!isWide || !isHydrated) && <VisitorButton hideFrom={isHydrated ? undefined : 'md'} />}
            </ForVisitors>
          </Flex>
        </Flex>
      </Container>
    </Box>
  );
}

interface PageLinksProps {
  signedIn: boolean;
  /** A style hides them before the screen's width is known. */
  hideBelow: 'md' | undefined;
}

function PageLinks({ signedIn, hideBelow }: PageLinksProps) {
  const t = useStore(shellTexts);
  return (
    <Flex as="nav" aria-label={t.main} gap="1" minW="0" hideBelow={hideBelow}>
      <NavLink to={paths.home} label={t.home} />
      <NavLink to={paths.services} label={t.service} />
      {signedIn && <NavLink to={paths.dashboard} label={t.dashboard} within />}
      <NavLink to={paths.about} label={t.about} />
    </Flex>
  );
}

function Account() {
  return (
    <LazyBoundary fallback={<Box boxSize="10" />}>
      <AccountButton />
    </LazyBoundary>
  );
}

function LoginLink() {
  const t = useStore(shellTexts);
  const [params] = useSearchParams();
  return (
    <Button asChild variant="outline" px={{ base: '3', md: '4' }}>
      {/* On the registration it must not lose what waits for the account. */}
      <AppLink to={authPath('login', params.get('next') ?? undefined)}>{t.login}</AppLink>
    </Button>
  );
}

function Brand() {
  const t = useStore(shellTexts);
  const { logo } = usePublicSettings() ?? {};
  const name = shopName();
  const { signedIn } = useSession();
  // A tablet has room for the name, or for the links of signed-in users.
  const fromWidth = useIsHydrated() && signedIn ? 'lg' : 'sm';
  return (
    <AppLink to={paths.home} aria-label={t.brandHome({ product: name })} style={{ minWidth: 0 }}>
      <Flex align="center" gap="2.5" minH="11" minW="0" pe={{ base: '0', sm: '2' }}>
        <ShopLogo image={logo} />
        {!isWordmark(logo) && (
          <Span
            fontWeight="semibold"
            letterSpacing="tight"
            hideBelow={fromWidth}
            truncate
            maxW={{ base: '40', lg: '60' }}
          >
            {name}
          </Span>
        )}
      </Flex>
    </AppLink>
  );
}

interface NavLinkProps {
  to: string;
  label: string;
  /** Also marked for every page below it. */
  within?: boolean;
}

function NavLink({ to, label, within = false }: NavLinkProps) {
  const { pathname } = useLocation();
  const isCurrent = within ? isWithin(pathname, to) : pathname === to;
  return (
    <Button
      asChild
      variant="ghost"
      px="3"
      color={isCurrent ? 'fg' : 'fg.muted'}
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
    // Wide enough for most balances, so that nothing moves when it arrives.
    <Button asChild variant="outline" px="3" minW="24">
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
    <IconButton
      variant="ghost"
      aria-label={isDark ? t.useLightTheme : t.useDarkTheme}
      onClick={toggle}
      // Without it, a click is lost if the icon changes between press and release.
      css={{ '& svg': { pointerEvents: 'none' } }}
    >
      {useIsHydrated() ? isDark ? <LuSun /> : <LuMoon /> : <IconOfEitherTheme />}
    </IconButton>
  );
}

function IconOfEitherTheme() {
  return (
    <>
      <Span display="contents" _dark={{ display: 'none' }}>
        <LuMoon />
      </Span>
      <Span display="none" _dark={{ display: 'contents' }}>
        <LuSun />
      </Span>
    </>
  );
}
