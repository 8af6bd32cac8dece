import type { ComponentProps } from 'react';
import { useHref, useLinkClickHandler } from 'react-router-dom';

export interface PageLinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  to: string;
  /** What the page it leads to is told beside its address. */
  state?: unknown;
}

/**
 * A link within the panel, which the browser follows by itself where a new tab or a download is meant. The router's own link can
 * do more, for panels that it renders on a server, and that would come with the first load.
 */
export function PageLink({ to, state, target, onClick, children, ...rest }: PageLinkProps) {
  const href = useHref(to);
  const follow = useLinkClickHandler(to, { target, state });
  return (
    <a
      {...rest}
      href={href}
      target={target}
      onClick={(event) => {
        onClick?.(event);
        if (!event.defaultPrevented) follow(event);
      }}
    >
      {children}
    </a>
  );
}
