import { Box, Heading } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { type Control, useWatch } from 'react-hook-form';
import { LuX } from 'react-icons/lu';
import { NoticeArticle } from '../../../components/notice-article.tsx';
import { NoticeStrip } from '../../../components/notice-strip.tsx';
import { adminNoticesTexts } from '../../../i18n/en/admin/admin-notices.ts';
import { momentTyped, type TypedNotice } from './notice-form.ts';

interface NoticePreviewProps {
  control: Control<TypedNotice, unknown, unknown>;
  /** When the form was opened: a notice without a start begins then. */
  openedAt: string;
}

/** The notice of the form as everybody will see it; it follows each key press. */
export function NoticePreview({ control, openedAt }: NoticePreviewProps) {
  const t = useStore(adminNoticesTexts);
  const typed = useWatch({ control });
  const startsAt = momentTyped(typed.startsAt ?? '') ?? openedAt;
  const notice = {
    title: typed.title || t.previewTitle,
    body: typed.body || t.previewBody,
    level: typed.level ?? 'info',
  };
  return (
    <Box as="section" aria-label={t.preview}>
      <Heading as="h3" size="sm" mb="2">
        {t.preview}
      </Heading>
      {typed.kind === 'page' ? (
        <NoticeArticle notice={{ ...notice, startsAt, updatedAt: startsAt }} headingAs="h4" />
      ) : (
        <NoticeStrip
          notice={notice}
          borderWidth="1px"
          borderRadius="l2"
          end={
            typed.dismissible && (
              <Box aria-hidden pt="1">
                <LuX />
              </Box>
            )
          }
        />
      )}
    </Box>
  );
}
