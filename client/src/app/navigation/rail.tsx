import { IconButton, Portal, Stack, Tooltip } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import { LuPanelLeftOpen, LuSearch } from 'react-icons/lu';
import { useLocation } from 'react-router-dom';
import { AppLink } from '../../components/app-link.tsx';
import { menuTexts } from '../../i18n/en/menu.ts';
import { paletteTexts } from '../../i18n/en/palette.ts';
import { sidebarTexts } from '../../i18n/en/sidebar.ts';
import { $language } from '../../i18n/language.ts';
import { formatCount } from '../../lib/format.ts';
import { useQueueCounts } from '../../lib/queue-counts.ts';
import { useSession } from '../../lib/session.ts';
import { toggleSidebar } from '../../lib/sidebar.ts';
import { useOpenPalette } from '../palette/palette-layer.tsx';
import { isAt, type Place, usePlaces } from './places.ts';

/** The sidebar as icons with tooltips. Profile, balance and logout are in the top bar. */
export default function Rail({ canOpen }: { canOpen: boolean }) {
  const t = useStore(menuTexts);
  const sidebar = useStore(sidebarTexts);
  const palette = useStore(paletteTexts);
  const { mustEnroll } = useSession();
  const { all } = usePlaces();
  const counts = useQueueCounts();
  const { open, preload } = useOpenPalette();
  return (
    <Stack gap="1" minH="full" align="center">
      {!mustEnroll && (
        <Named name={palette.title}>
          <IconButton
            variant="outline"
            mb="2"
            color="fg.muted"
            borderColor="border.field"
            aria-label={palette.title}
            aria-haspopup="dialog"
            onPointerEnter={preload}
            onFocus={preload}
            onClick={open}
          >
            <LuSearch />
          </IconButton>
        </Named>
      )}
      <Stack as="nav" aria-label={t.dashboard} gap="1">
        {all
          .filter(({ outside }) => !outside || mustEnroll)
          .map((place) => (
            <RailLink key={place.to} place={place} waiting={(counts && place.waiting?.(counts)) ?? 0} />
          ))}
      </Stack>
      {canOpen && (
        <Named name={sidebar.openSidebar}>
          <IconButton
            variant="ghost"
            mt="auto"
            color="fg.muted"
            aria-label={sidebar.openSidebar}
            aria-expanded={false}
            aria-controls="sidebar"
            onClick={toggleSidebar}
          >
            <LuPanelLeftOpen />
          </IconButton>
        </Named>
      )}
    </Stack>
  );
}

function RailLink({ place, waiting }: { place: Place; waiting: number }) {
  const name = place.name[useStore($language)];
  const sidebar = useStore(sidebarTexts);
  const { pathname } = useLocation();
  const isCurrent = isAt(place, pathname);
  return (
    <Named name={name}>
      <IconButton
        asChild
        variant="ghost"
        position="relative"
        color={isCurrent ? 'fg' : 'fg.muted'}
        bg={isCurrent ? 'bg.subtle' : undefined}
        boxShadow={isCurrent ? 'inset 3px 0 0 0 var(--c-colors-brand-edge)' : undefined}
        css={{ '&[data-waiting]::after': badge }}
      >
        <AppLink
          to={place.to}
          aria-label={name}
          aria-current={isCurrent ? 'page' : undefined}
          aria-description={waiting > 0 ? sidebar.waiting({ count: waiting }) : undefined}
          // Not a text: it is not a part of the link's name.
          data-waiting={waiting === 0 ? undefined : waiting > MOST ? `${formatCount(MOST)}+` : formatCount(waiting)}
        >
          <place.icon aria-hidden />
        </AppLink>
      </IconButton>
    </Named>
  );
}

const badge = {
  content: 'attr(data-waiting)',
  position: 'absolute',
  top: '0',
  insetEnd: '0',
  px: '1',
  borderRadius: 'full',
  bg: 'bg.inverted',
  color: 'fg.inverted',
  fontSize: '2xs',
  lineHeight: '1rem',
  fontVariantNumeric: 'tabular-nums',
} as const;

/** The badge has no room for more digits. */
const MOST = 99;

/** The name of an icon next to it, for a mouse and for the keyboard. */
function Named({ name, children }: { name: string; children: ReactNode }) {
  return (
    <Tooltip.Root openDelay={200} closeDelay={0} lazyMount unmountOnExit positioning={{ placement: 'right' }}>
      <Tooltip.Trigger asChild>{children}</Tooltip.Trigger>
      <Portal>
        <Tooltip.Positioner>
          <Tooltip.Content>{name}</Tooltip.Content>
        </Tooltip.Positioner>
      </Portal>
    </Tooltip.Root>
  );
}
