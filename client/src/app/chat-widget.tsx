import { Box, IconButton, Span } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { type CSSProperties, type ReactElement, useRef } from 'react';
import { LuLifeBuoy, LuMail, LuMessageCircle } from 'react-icons/lu';
import { AppLink } from '../components/app-link.tsx';
import { chatTexts } from '../i18n/en/chat.ts';
import { mailLink } from '../lib/mail-link.ts';
import { authPath, newTicketPath, paths } from '../lib/paths.ts';
import { usePublicSettings } from '../lib/public-settings.ts';
import { useSession } from '../lib/session.ts';
import { useClearSpot } from './use-clear-spot.ts';

/**
 * Floats above the bottom bar on every page and opens the shop's chat in a new tab. Without a chat link it leads customers to a new
 * ticket and visitors to the support address or, without one, through the login to a ticket.
 */
export default function ChatWidget() {
  const t = useStore(chatTexts);
  const settings = usePublicSettings();
  const { signedIn, isAdmin, mustEnroll } = useSession();
  if (!settings || mustEnroll) return null;
  const { chatUrl, supportEmail } = settings;
  if (chatUrl) {
    return (
      <Floating label={t.chat}>
        <a href={chatUrl} target="_blank" rel="noopener noreferrer" aria-label={t.chat}>
          <LuMessageCircle aria-hidden />
        </a>
      </Floating>
    );
  }
  if (signedIn) {
    const name = isAdmin ? t.toTickets : t.help;
    return (
      <Floating label={name}>
        <AppLink to={isAdmin ? paths.manageTickets : newTicketPath()} aria-label={name}>
          <LuLifeBuoy aria-hidden />
        </AppLink>
      </Floating>
    );
  }
  if (supportEmail) {
    return (
      <Floating label={t.mailUs}>
        <a href={mailLink(supportEmail)} aria-label={t.mailUs}>
          <LuMail aria-hidden />
        </a>
      </Floating>
    );
  }
  return (
    <Floating label={t.help}>
      <AppLink to={authPath('login', newTicketPath())} aria-label={t.help}>
        <LuLifeBuoy aria-hidden />
      </AppLink>
    </Floating>
  );
}

/**
 * A round link above the page's corner, with its name next to it for a mouse and for the keyboard. It stands above a foot that
 * stays at the bottom; over a price or a button it is a tab at the page's edge, where nothing is below it.
 */
function Floating({ label, children }: { label: string; children: ReactElement }) {
  const spot = useRef<HTMLSpanElement>(null);
  const { isClear, liftPx } = useClearSpot(spot);
  const round = { base: '11', md: '12' };
  return (
    <Box
      as="aside"
      aria-label={label}
      className="group"
      data-chat
      position="fixed"
      insetEnd="0"
      bottom="calc(var(--bottom-bar) + var(--dock, 0px) + var(--lift, 0px) + 0.75rem)"
      style={{ '--lift': `${liftPx}px` } as CSSProperties}
      zIndex="docked"
      _print={{ display: 'none' }}
    >
      <Span ref={spot} position="absolute" top="0" insetEnd={inset} boxSize={round} pointerEvents="none" aria-hidden />
      <IconButton
        asChild
        h={round}
        bg="bg.inverted"
        color="fg.inverted"
        {...(isClear
          ? { minW: round, w: round, me: inset, borderRadius: 'full' }
          : { minW: '6', w: '6', px: '0', borderStartRadius: 'xl', borderEndRadius: '0' })}
        css={{ '& svg': { boxSize: isClear ? '5' : '4' } }}
      >
        {children}
      </IconButton>
      <Span
        position="absolute"
        insetEnd="calc(100% + 0.25rem)"
        top="50%"
        transform="translateY(-50%)"
        px="2.5"
        py="1"
        borderRadius="l2"
        bg="bg.inverted"
        color="fg.inverted"
        textStyle="xs"
        whiteSpace="nowrap"
        pointerEvents="none"
        visibility="hidden"
        css={{ '.group:is(:hover, :focus-within) > &': { '@media (hover: hover)': { visibility: 'visible' } } }}
        aria-hidden
      >
        {label}
      </Span>
    </Box>
  );
}

/** From the page's edge. */
const inset = { base: '3', md: '5' };
