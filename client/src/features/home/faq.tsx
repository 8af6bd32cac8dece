import { Box, chakra, Flex, Grid, Heading, Stack, Text } from '@chakra-ui/react';
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
export function Faq() {
  const t = useStore(homeMoreTexts);
  return (
    <Stack as="section" aria-label={t.faq} gap="4">
      <Heading as="h2" size="2xl">
        {t.faq}
      </Heading>
      {/* Two columns of their own, so that opening a question moves only those below it. */}
      <Grid templateColumns={{ md: 'repeat(2, minmax(0, 1fr))' }} columnGap="16" alignItems="start">
        {[questions.slice(0, 3), questions.slice(3)].map((column, at) => (
          // The second column continues the first one on a phone.
          <Box key={column[0]?.[0]} borderTopWidth={at === 0 ? '1px' : { md: '1px' }}>
            {column.map(([question, answer]) => (
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
        ))}
      </Grid>
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
