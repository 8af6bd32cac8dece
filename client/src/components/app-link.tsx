import { Link, type LinkProps } from 'react-router-dom';
import { prefetchPage } from '../lib/prefetch.ts';

/**
 * A link within the panel; the page's code is fetched as soon as the link is pointed at or focused.
 * Give it a look with Chakra's `asChild`: `<Button asChild><AppLink to={paths.services}>…</AppLink></Button>`.
 */
export function AppLink({ to, onPointerEnter, onFocus, ...rest }: LinkProps & { to: string }) {
  return (
    <Link
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
