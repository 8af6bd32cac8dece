import { Box, Flex, Heading, Text } from '@chakra-ui/react';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { sectionId } from '../../../lib/paths.ts';

interface SectionFrameProps {
  title: string;
  text: string;
  /** A button at the end of the title's line. */
  action?: ReactNode;
  children: ReactNode;
}

/** One framed part of the settings. */
export function SectionFrame({ title, text, action, children }: SectionFrameProps) {
  const titleId = useId();
  const frame = useRef<HTMLElement>(null);
  const id = sectionId(title);
  const { hash } = useLocation();
  // It may come later than the page that was led to.
  useEffect(() => {
    if (hash === `#${id}`) frame.current?.scrollIntoView();
  }, [hash, id]);
  return (
    <Box
      as="section"
      ref={frame}
      id={id}
      scrollMarginTop="calc(var(--under-bar) + 1rem)"
      aria-labelledby={titleId}
      borderWidth="1px"
      borderRadius="l3"
      overflow="hidden"
    >
      <Flex p={{ base: '4', md: '6' }} gap="4" justify="space-between" align="center" wrap="wrap">
        <Box flex="1 1 14rem" minW="0">
          <Heading as="h2" size="lg" id={titleId}>
            {title}
          </Heading>
          <Text color="fg.muted">{text}</Text>
        </Box>
        {action}
      </Flex>
      {children}
    </Box>
  );
}
