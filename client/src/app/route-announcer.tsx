import { VisuallyHidden } from '@chakra-ui/react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';

/** Without what waits on the page, which changes while it is open: "(3) Manage Orders". */
const titleNow = () => document.title.replace(/^\(.*?\) /, '');

/**
 * Announces a new page to screen readers, which do not notice a change of the URL. On a slow line the page's code, and with it its title,
 * comes later than the URL.
 */
export default function RouteAnnouncer() {
  const { pathname } = useLocation();
  const [announced, setAnnounced] = useState('');
  const before = useRef<string>(undefined);

  // Runs before the new page sets its title.
  useLayoutEffect(() => () => void (before.current = titleNow()), [pathname]);
  useEffect(() => {
    if (before.current === undefined) return;
    const observer = new MutationObserver(announce);
    observer.observe(document.head, { subtree: true, childList: true, characterData: true });
    announce();
    return () => observer.disconnect();

    function announce(): void {
      const title = titleNow();
      if (title === before.current) return;
      setAnnounced(title);
      observer.disconnect();
    }
  }, [pathname]);

  return (
    <VisuallyHidden role="status" aria-live="polite">
      {announced}
    </VisuallyHidden>
  );
}
