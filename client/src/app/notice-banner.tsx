import { Box, Container, Flex, IconButton, Link, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { LuInfo, LuTriangleAlert, LuX } from 'react-icons/lu';
import { useLocation } from 'react-router-dom';
import { AppLink } from '../components/app-link.tsx';
import { noticesTexts } from '../i18n/en/notices.ts';
import { useIsHydrated } from '../lib/hydration.ts';
import { dismissNotice, isDismissed, type Notice, readPutAway, useNotices } from '../lib/notices.ts';
import { noticesPath } from '../lib/paths.ts';
import { useSession } from '../lib/session.ts';

/** A longer text is cut, and complete on the page of notices. */
const SHORT = 140;

/**
 * The shop's most important notice, above every page. It appears and changes only with a page, so that nothing moves while reading;
 * when dismissed it disappears at once.
 */
export function NoticeBanner() {
  const told = useNoticesAtOpening();
  const isHydrated = useIsHydrated();
  const [kept, setKept] = useState(readPutAway);
  // The HTML contains it for all visitors; theme-script.js hides it after it was dismissed.
  const putAway = isHydrated ? kept : {};
  const banners = told.filter(
    (notice) => notice.kind === 'banner' && !(notice.dismissible && isDismissed(putAway, notice)),
  );
  const notice = banners.find(({ level }) => level === 'warning') ?? banners[0];
  if (!notice) return null;
  return (
    <Banner
      key={notice.id}
      notice={notice}
      more={banners.length - 1}
      mark={isHydrated ? undefined : `${notice.id} ${notice.updatedAt}`}
      onPutAway={() => setKept(dismissNotice(notice, told))}
    />
  );
}

/** The notices when the page was opened. */
function useNoticesAtOpening(): readonly Notice[] {
  const { pathname } = useLocation();
  const { data: notices = [] } = useNotices();
  const [shown, setShown] = useState({ pathname, notices });
  if (shown.pathname !== pathname) setShown({ pathname, notices });
  return shown.notices;
}

interface BannerProps {
  notice: Notice;
  /** The number of other notices. */
  more: number;
  /** theme-script.js hides it by this attribute, before the page's code knows whether it was dismissed. */
  mark: string | undefined;
  onPutAway: () => void;
}

function Banner({ notice: { title, body, level, dismissible }, more, mark, onPutAway }: BannerProps) {
  const t = useStore(noticesTexts);
  const { signedIn } = useSession();
  const isWarning = level === 'warning';
  const isLong = body.length > SHORT || body.includes('\n');
  return (
    <Box
      as="aside"
      aria-label={t.banner}
      data-notice={mark}
      bg={isWarning ? 'bg.warning' : 'bg.info'}
      color={isWarning ? 'fg.warning' : 'fg.info'}
      borderBottomWidth="1px"
      _print={{ display: 'none' }}
    >
      <Container maxW="8xl" px={{ base: '4', md: '6' }}>
        <Flex gap="3" py="2" align="start" textStyle="sm">
          <Box pt="1" aria-hidden>
            {isWarning ? <LuTriangleAlert /> : <LuInfo />}
          </Box>
          <Box flex="1" minW="0" py="0.5" overflowWrap="anywhere">
            <Text as="strong" dir="auto" me="2" fontWeight="semibold">
              {title}
            </Text>
            <Text as="span" dir="auto" lineClamp="2">
              {body}
            </Text>
            {(isLong || more > 0) && (
              <Link
                asChild
                color="inherit"
                textDecoration="underline"
                display="inline-flex"
                alignItems="center"
                minH="6"
              >
                <AppLink to={noticesPath(signedIn)}>{more > 0 ? t.readAll({ count: more + 1 }) : t.readMore}</AppLink>
              </Link>
            )}
          </Box>
          {dismissible && (
            <IconButton
              size="sm"
              variant="ghost"
              color="inherit"
              me="-2"
              aria-label={t.putAway({ title })}
              onClick={onPutAway}
            >
              <LuX />
            </IconButton>
          )}
        </Flex>
      </Container>
    </Box>
  );
}
