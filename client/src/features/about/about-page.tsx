import { Box, Button, chakra, Flex, Grid, Heading, Stack, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { type ReactNode, useMemo } from 'react';
import { LuArrowRight } from 'react-icons/lu';
import type { PageTexts } from '#shared/settings.ts';
import { AppLink } from '../../components/app-link.tsx';
import { ErrorState } from '../../components/error-state.tsx';
import { LoadingStack } from '../../components/loading-stack.tsx';
import { Markdown } from '../../components/markdown/markdown.tsx';
import { type Block, parseMarkdown } from '../../components/markdown/parse-markdown.ts';
import { aboutTexts } from '../../i18n/en/about.ts';
import { ContactUs } from '../../lib/contact-us.tsx';
import { usePageTexts } from '../../lib/page-texts.ts';
import { paths } from '../../lib/paths.ts';
import { useShopText } from '../../lib/public-settings.ts';
import { useScrollToSection } from '../../lib/use-scroll-to-section.ts';

/** The shop's own description, its terms and its contact. */
export default function AboutPage() {
  const t = useStore(aboutTexts);
  const { data, error, isPending, refetch } = usePageTexts();
  return (
    <Grid
      templateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 46rem) minmax(0, 19rem)' }}
      gap={{ base: '8', lg: '16' }}
      justifyContent="center"
    >
      <Stack as="article" gap={{ base: '6', md: '8' }} minW="0">
        <Heading as="h1" size={{ base: '3xl', md: '4xl' }}>
          {t.heading}
        </Heading>
        {isPending && <LoadingStack heights={['24', '32', '32', '48']} />}
        {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
        {data && <Texts texts={data} />}
      </Stack>
      <Aside texts={data} />
    </Grid>
  );
}

interface Section {
  id: string;
  title: string;
  blocks: readonly Block[];
}

/** The blocks before the first heading, and a section for each main heading. */
function useSections({ aboutText }: Pick<PageTexts, 'aboutText'>): { intro: readonly Block[]; sections: Section[] } {
  return useMemo(() => {
    const intro: Block[] = [];
    const sections: { id: string; title: string; blocks: Block[] }[] = [];
    for (const block of parseMarkdown(aboutText, 'about-')) {
      if (block.kind === 'heading' && block.level === 2) sections.push({ id: block.id, title: block.text, blocks: [] });
      else (sections.at(-1)?.blocks ?? intro).push(block);
    }
    return { intro, sections };
  }, [aboutText]);
}

function Texts({ texts }: { texts: PageTexts }) {
  const t = useStore(aboutTexts);
  const { intro, sections } = useSections(texts);
  useScrollToSection();
  return (
    <>
      <Box textStyle={{ base: 'lg', md: 'xl' }}>
        <Markdown blocks={intro} />
      </Box>
      {sections.map(({ id, title, blocks }) => (
        <SectionFrame key={id} id={id} title={title}>
          <Markdown blocks={blocks} headingRank={3} />
        </SectionFrame>
      ))}
      <Box>
        <Button asChild colorPalette="brand" size="lg" w={{ base: 'full', sm: 'auto' }}>
          <AppLink to={paths.services}>
            {t.seeServices} <LuArrowRight aria-hidden />
          </AppLink>
        </Button>
      </Box>
      <SectionFrame id="terms" title={t.terms}>
        <Markdown blocks={parseMarkdown(texts.termsText, 'terms-')} headingRank={3} />
      </SectionFrame>
      <SectionFrame id="refunds" title={t.refunds}>
        <Markdown blocks={parseMarkdown(texts.refundText, 'refunds-')} headingRank={3} />
      </SectionFrame>
    </>
  );
}

/** @param id the fragment of links to it */
function SectionFrame({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <Stack as="section" id={id} gap="3" borderTopWidth="1px" pt={{ base: '5', md: '6' }} scrollMarginTop="20">
      <Heading as="h2" size="2xl" overflowWrap="anywhere">
        {title}
      </Heading>
      {children}
    </Stack>
  );
}

/** The page's sections, and how to reach the shop. */
function Aside({ texts }: { texts: PageTexts | undefined }) {
  const t = useStore(aboutTexts);
  const contact = useShopText('contact');
  return (
    <Stack
      gap="6"
      order={{ base: 1, lg: 0 }}
      position={{ lg: 'sticky' }}
      top="calc(var(--under-bar, 4rem) + 2rem)"
      alignSelf="start"
    >
      {texts && <Contents texts={texts} />}
      <Stack
        as="section"
        id="support"
        aria-labelledby="support-title"
        gap="3"
        p="5"
        borderWidth="1px"
        borderRadius="box"
        scrollMarginTop="20"
      >
        <Heading as="h2" size="md" id="support-title">
          {t.contact}
        </Heading>
        <Text color="fg.muted" whiteSpace="pre-line" overflowWrap="anywhere">
          {contact || t.contactText}
        </Text>
        <ContactUs />
      </Stack>
    </Stack>
  );
}

function Contents({ texts }: { texts: PageTexts }) {
  const t = useStore(aboutTexts);
  const { sections } = useSections(texts);
  const links = [...sections, { id: 'terms', title: t.terms }, { id: 'refunds', title: t.refunds }];
  return (
    <chakra.nav aria-labelledby="contents-title" hideBelow="lg">
      <Heading as="h2" size="xs" id="contents-title" color="fg.muted" mb="2">
        {t.contents}
      </Heading>
      <Flex as="ul" direction="column" listStyleType="none" borderInlineStartWidth="1px">
        {links.map(({ id, title }) => (
          <li key={id}>
            <chakra.a
              href={`#${encodeURIComponent(id)}`}
              display="block"
              px="4"
              py="1.5"
              textStyle="sm"
              color="fg.muted"
              overflowWrap="anywhere"
              _hover={{ color: 'fg', textDecoration: 'underline' }}
            >
              {title}
            </chakra.a>
          </li>
        ))}
      </Flex>
    </chakra.nav>
  );
}
