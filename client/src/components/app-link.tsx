import { PageLink, type PageLinkProps } from '../lib/page-link.tsx';
import { prefetchPage } from '../lib/prefetch.ts';

/**
 * A link within the panel; the page's code is fetched as soon as the link is pointed at or focused.
 * Give it a look with Chakra's `asChild`: `<Button asChild><AppLink to={paths.services}>…</AppLink></Button>`.
 */
export function AppLink({ to, onPointerEnter, onFocus, ...rest }: PageLinkProps) {
  return (
    <PageLink
      {...rest}
      to={to}
      onPointerEnter={(event) => {
        prefetchPage(to);
        onPointerEnter?.(event);
      }}
      onFocus={(event) => {
        prefetchPage(to);
        onFocus?.(event);
      }}
    />
  );
}
