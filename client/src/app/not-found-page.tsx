import { Code } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { LuCompass } from 'react-icons/lu';
import { useLocation } from 'react-router-dom';
import { lostTexts } from '../i18n/en/lost.ts';
import { pageTexts } from '../i18n/en/shell.ts';
import { usePageMeta } from '../lib/page-meta.ts';
import { LostFrame } from './lost-frame.tsx';

/** An address without a page. */
export default function NotFoundPage() {
  const t = useStore(lostTexts);
  const pages = useStore(pageTexts);
  const { pathname } = useLocation();
  usePageMeta(pages.notFound);
  return (
    <LostFrame
      icon={<LuCompass />}
      title={pages.notFound}
      text={t.notFoundText}
      about={<Code overflowWrap="anywhere">{pathname}</Code>}
    />
  );
}
