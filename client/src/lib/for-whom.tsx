import type { ReactNode } from 'react';
import { useIsHydrated } from './hydration.ts';
import { useSession } from './session.ts';

interface ForWhomProps {
  children: ReactNode;
}

/**
 * A part of a public page for visitors. The page's HTML is the same for everybody and contains this and the customers' version;
 * until the page's code has loaded, a style in index.html hides one of them.
 */
export function ForVisitors({ children }: ForWhomProps) {
  const { signedIn } = useSession();
  return <ForWhom who="visitors" isShown={!signedIn} parts={children} />;
}

/** The same for signed-in users; its space is reserved from the first paint on. */
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
