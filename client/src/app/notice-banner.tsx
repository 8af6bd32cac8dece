import { IconButton, Link } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { LuX } from 'react-icons/lu';
import { useLocation } from 'react-router-dom';
import { AppLink } from '../components/app-link.tsx';
import { NoticeStrip } from '../components/notice-strip.tsx';
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

function Banner({ notice, more, mark, onPutAway }: BannerProps) {
  const { title, body, dismissible } = notice;
  const t = useStore(noticesTexts);
  const { signedIn } = useSession();
  const isLong = body.length > SHORT || body.includes('\n');
  return (
    <NoticeStrip
      as="aside"
      aria-label={t.banner}
      data-notice={mark}
      notice={notice}
      more={
        (isLong || more > 0) && (
          <Link asChild color="inherit" textDecoration="underline" display="inline-flex" alignItems="center" minH="6">
            <AppLink to={noticesPath(signedIn)}>{more > 0 ? t.readAll({ count: more + 1 }) : t.readMore}</AppLink>
          </Link>
        )
      }
      end={
        dismissible && (
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
        )
      }
    />
  );
}
