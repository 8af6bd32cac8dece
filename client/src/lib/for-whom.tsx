import type { ReactNode } from 'react';
import { useIsHydrated } from './hydration.ts';
import { useSession } from './session.ts';

interface ForWhomProps {
  children: ReactNode;
}

/**
 * A part of a public page for who is not signed in. Its HTML, which is the same for everybody, has both this and what customers
 * see; until the page's code is here a style in index.html shows the one or the other.
 */
export function ForVisitors({ children }: ForWhomProps) {
  const { signedIn } = useSession();
  return <ForWhom who="visitors" isShown={!signedIn} parts={children} />;
}

/** The same for who is signed in; it keeps its place from the first paint on. */
export function ForCustomers({ children }: ForWhomProps) {
  const { signedIn } = useSession();
  return <ForWhom who="customers" isShown={signedIn} parts={children} />;
}

interface PartProps {
  who: 'visitors' | 'customers';
  isShown: boolean;
  parts: ReactNode;
}

function ForWhom({ who, isShown, parts }: PartProps) {
  const isHydrated = useIsHydrated();
  if (isHydrated && !isShown) return null;
  return (
    <div style={{ display: 'contents' }} data-for={isHydrated ? undefined : who}>
      {parts}
    </div>
  );
}
