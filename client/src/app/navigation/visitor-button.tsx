import { type ButtonProps, VisuallyHidden } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { LuMenu } from 'react-icons/lu';
import { DeferredMenu } from '../../components/deferred-menu.tsx';
import { shellTexts } from '../../i18n/en/shell.ts';
import { lazyWithPreload } from '../../lib/lazy-with-preload.tsx';

const { Part: VisitorMenu, preload } = lazyWithPreload(() => import('./visitor-menu.tsx'));

/** A visitor's navigation on a phone; the menu is loaded on intent. */
export function VisitorButton({ hideFrom }: Pick<ButtonProps, 'hideFrom'>) {
  const t = useStore(shellTexts);
  const look = {
    variant: 'ghost',
    px: '0',
    hideFrom,
    children: (
      <>
        <LuMenu aria-hidden />
        <VisuallyHidden>{t.menu}</VisuallyHidden>
      </>
    ),
  } as const;
  return <DeferredMenu {...look} preload={preload} menu={<VisitorMenu trigger={look} />} />;
}
