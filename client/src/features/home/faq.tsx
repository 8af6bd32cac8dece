import { Box, chakra, Flex, Heading, Stack, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { LuChevronDown } from 'react-icons/lu';
import { homeMoreTexts } from '../../i18n/en/home-more.ts';

const questions = [
  ['faqPay', 'faqPayText'],
  ['faqFee', 'faqFeeText'],
  ['faqLink', 'faqLinkText'],
  ['faqTime', 'faqTimeText'],
  ['faqFailed', 'faqFailedText'],
  ['faqRefund', 'faqRefundText'],
] as const;

/** Collapsible questions: the browser's own element needs no code, and its page search finds the answers. */
export default function Faq() {
  const t = useStore(homeMoreTexts);
  return (
    <Stack as="section" aria-label={t.faq} gap="4" maxW="4xl">
      <Heading as="h2" size="2xl">
        {t.faq}
      </Heading>
      <Box borderTopWidth="1px">
        {questions.map(([question, answer]) => (
          <chakra.details
            key={question}
            borderBottomWidth="1px"
            css={{ '&[open] svg': { transform: 'rotate(180deg)' } }}
          >
            <Question>
              {t[question]}
              <Flex flexShrink="0" color="fg.muted" aria-hidden>
                <LuChevronDown />
              </Flex>
            </Question>
            <Text pb="4" color="fg.muted" maxW="prose">
              {t[answer]}
            </Text>
          </chakra.details>
        ))}
      </Box>
    </Stack>
  );
}

const Question = chakra('summary', {
  base: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: '4',
    minH: '14',
    py: '3',
    fontWeight: 'semibold',
    cursor: 'button',
    listStyle: 'none',
    '&::-webkit-details-marker': { display: 'none' },
    _focusVisible: { outline: '2px solid', outlineColor: 'colorPalette.focusRing' },
  },
});
