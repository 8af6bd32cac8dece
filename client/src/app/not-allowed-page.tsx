import { useStore } from '@nanostores/react';
import { LuLock } from 'react-icons/lu';
import { lostTexts } from '../i18n/en/lost.ts';
import { pageTexts } from '../i18n/en/shell.ts';
import { usePageMeta } from '../lib/page-meta.ts';
import { useSession } from '../lib/session.ts';
import { LostFrame } from './lost-frame.tsx';

/** A page of admins, for a customer. */
export default function NotAllowedPage() {
  const t = useStore(lostTexts);
  const pages = useStore(pageTexts);
  const { user } = useSession();
  usePageMeta(pages.notAllowed);
  return (
    <LostFrame
      icon={<LuLock />}
      title={pages.notAllowed}
      text={t.notAllowedText}
      about={t.loggedInAs({ userName: user?.userName ?? '' })}
    />
  );
}
