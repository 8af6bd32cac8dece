import { Link, type LinkProps } from 'react-router-dom';
import { prefetchPage } from '../lib/prefetch.ts';

type AppLinkProps = Omit<LinkProps, 'to'> & { to: string };

/**
 * A link within the panel, which preloads its page when hovered or focused. Style it with Chakra's `asChild`: `<Button asChild><AppLink
 * to={paths.services}>…</AppLink></Button>`.
 */
export function AppLink({ to, onPointerEnter, onFocus, ...rest }: AppLinkProps) {
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
