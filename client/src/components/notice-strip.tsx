import { Box, type BoxProps, Container, Flex, Text } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { LuInfo, LuTriangleAlert } from 'react-icons/lu';

interface NoticeStripProps extends Omit<BoxProps, 'children'> {
  notice: { title: string; body: string; level: 'info' | 'warning' };
  /** Below the text. */
  more?: ReactNode;
  /** At the end of the line. */
  end?: ReactNode;
}

/** A notice of the shop as the banner above every page. */
export function NoticeStrip({ notice: { title, body, level }, more, end, ...box }: NoticeStripProps) {
  const isWarning = level === 'warning';
  return (
    <Box
      bg={isWarning ? 'bg.warning' : 'bg.info'}
      color={isWarning ? 'fg.warning' : 'fg.info'}
      borderBottomWidth="1px"
      _print={{ display: 'none' }}
      {...box}
    >
      <Container maxW="8xl" px={{ base: '4', md: '6' }}>
        <Flex gap="3" py="2" align="start" textStyle="sm">
          <Box pt="1" aria-hidden>
            {isWarning ? <LuTriangleAlert /> : <LuInfo />}
          </Box>
          <Box flex="1" minW="0" py="0.5" overflowWrap="anywhere">
            <Text as="strong" dir="auto" me="2" fontWeight="semibold">
              {title}
            </Text>
            <Text as="span" dir="auto" lineClamp="2">
              {body}
            </Text>
            {more}
          </Box>
          {end}
        </Flex>
      </Container>
    </Box>
  );
}
