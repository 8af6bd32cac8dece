import { Box, Button, Center, Flex, type FlexProps, Spinner, VisuallyHidden } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import type { IconType } from 'react-icons';
import { LuEllipsis, LuLogOut } from 'react-icons/lu';
import { useLocation } from 'react-router-dom';
import { AppLink } from '../../components/app-link.tsx';
import { LazyBoundary } from '../../components/lazy-boundary.tsx';
import { commonTexts } from '../../i18n/en/common.ts';
import { menuTexts } from '../../i18n/en/menu.ts';
import { $language } from '../../i18n/language.ts';
import { lazyWithPreload } from '../../lib/lazy-with-preload.tsx';
import { usePreloadOnIntent } from '../../lib/preload-on-intent.ts';
import { useSession } from '../../lib/session.ts';
import { isAt, usePlaces } from './places.ts';
import { useLeave } from './use-leave.ts';

const { Part: MoreSheet, load: loadSheet } = lazyWithPreload(() => import('./more-sheet.tsx'));

/** Navigation for screens without a sidebar: four places, and all others under "More". */
export default function BottomBar() {
  const t = useStore(menuTexts);
  const language = useStore($language);
  const { mustEnroll } = useSession();
  const { bar, more } = usePlaces();
  const { pathname } = useLocation();
  const [open, setOpen] = useState(false);
  const [wasOpen, setWasOpen] = useState(false);
  if (open && !wasOpen) setWasOpen(true);
  useEffect(() => setOpen(false), [pathname]);
  usePreloadOnIntent(loadSheet);
  const isElsewhere = !bar.some((place) => isAt(place, pathname));
  return (
    <Flex
      as="nav"
      aria-label={t.main}
      position="fixed"
      bottom="0"
      insetInline="0"
      zIndex="sticky"
      h="var(--bottom-bar)"
      pb="env(safe-area-inset-bottom)"
      bg="bg"
      borderTopWidth="1px"
      _print={{ display: 'none' }}
    >
      {bar.map((place) => {
        const isCurrent = isAt(place, pathname);
        return (
          <Button key={place.to} asChild {...tab(isCurrent)}>
            <AppLink to={place.to} aria-current={isCurrent ? 'page' : undefined}>
              <TabFace icon={place.icon} label={(place.short ?? place.name)[language]} />
            </AppLink>
          </Button>
        );
      })}
      {mustEnroll ? (
        <LeaveTab />
      ) : (
        <Button
          {...tab(isElsewhere && more.some((place) => isAt(place, pathname)))}
          aria-haspopup="dialog"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          <TabFace icon={LuEllipsis} label={t.more} />
        </Button>
      )}
      {wasOpen && (
        <LazyBoundary fallback={open && <SheetOnItsWay />}>
          <MoreSheet places={more} open={open} onClose={() => setOpen(false)} />
        </LazyBoundary>
      )}
    </Flex>
  );
}

/** Without "More", which has it otherwise. */
function LeaveTab() {
  const t = useStore(menuTexts);
  return (
    <Button {...tab(false)} onClick={useLeave()}>
      <TabFace icon={LuLogOut} label={t.logout} />
    </Button>
  );
}

function SheetOnItsWay() {
  const t = useStore(commonTexts);
  return (
    <Center
      role="status"
      position="fixed"
      insetInline="0"
      bottom="var(--bottom-bar)"
      h="24"
      bg="bg.panel"
      borderTopRadius="box"
      borderTopWidth="1px"
      borderColor="border.field"
    >
      <Spinner aria-hidden />
      <VisuallyHidden>{t.loading}</VisuallyHidden>
    </Center>
  );
}

/** A line at the top edge marks the current place, in addition to the bold text. */
const tab = (isCurrent: boolean) =>
  ({
    variant: 'ghost',
    flex: '1 1 0',
    minW: '0',
    h: 'full',
    px: '0.5',
    borderRadius: '0',
    color: isCurrent ? 'fg' : 'fg.muted',
    fontWeight: isCurrent ? 'semibold' : 'normal',
    focusVisibleRing: 'inside',
    ...(isCurrent ? { boxShadow: 'inset 0 2px 0 0 var(--c-colors-brand-edge)' } : {}),
  }) as const;

function TabFace({ icon: Icon, label, ...rest }: FlexProps & { icon: IconType; label: string }) {
  return (
    <Flex direction="column" align="center" gap="0.5" minW="0" {...rest}>
      <Icon aria-hidden />
      <Box as="span" textStyle="xs" maxW="full" truncate>
        {label}
      </Box>
    </Flex>
  );
}
