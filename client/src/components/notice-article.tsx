import { Box, Flex, Heading, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { LuInfo, LuTriangleAlert } from 'react-icons/lu';
import { noticesPageTexts } from '../i18n/en/notices-page.ts';
import { formatMoment } from '../lib/dates.ts';
import { MessageText } from './message-text/message-text.tsx';
import { StatusBadge } from './status-badge.tsx';
import { TimeText } from './time-text.tsx';

interface NoticeArticleProps {
  notice: { title: string; body: string; level: 'info' | 'warning'; startsAt: string; updatedAt: string };
  /** The level of its heading. */
  headingAs?: 'h2' | 'h4';
}

/** A notice of the shop in full, as on the page of notices. */
export function NoticeArticle({ notice, headingAs = 'h2' }: NoticeArticleProps) {
  const { title, body, level, startsAt, updatedAt } = notice;
  const t = useStore(noticesPageTexts);
  const isWarning = level === 'warning';
  return (
    <Box
      as="article"
      borderWidth="1px"
      borderStartWidth="4px"
      borderStartColor={isWarning ? 'fg.warning' : 'fg.info'}
      borderRadius="l2"
      p={{ base: '4', md: '5' }}
    >
      <Flex gap="3" justify="space-between" align="start" wrap="wrap" mb="1">
        <Heading as={headingAs} size="md" dir="auto" overflowWrap="anywhere" minW="0">
          {title}
        </Heading>
        <StatusBadge tone={isWarning ? 'orange' : 'blue'} icon={isWarning ? <LuTriangleAlert /> : <LuInfo />}>
          {isWarning ? t.important : t.information}
        </StatusBadge>
      </Flex>
      <Text textStyle="xs" color="fg.muted" mb="3">
        <TimeText at={startsAt} />
        {updatedAt > startsAt && `\u00a0· ${t.updated({ moment: formatMoment(updatedAt) })}`}
      </Text>
      <MessageText text={body} />
    </Box>
  );
}
