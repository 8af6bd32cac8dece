import { chakra, Flex, Grid, Heading, Link, Stack, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { aboutTexts } from '../../i18n/en/about.ts';
import { pageTexts } from '../../i18n/en/shell.ts';
import { useScrollToSection } from '../../lib/use-scroll-to-section.ts';
import { DocumentView } from './document-view.tsx';
import { documents, textOf } from './documents.ts';

/** How scripts and other panels use this one: the documents of the repository. Below its title it is English in every language. */
export default function DevelopersPage() {
  const t = useStore(pageTexts);
  useScrollToSection();
  return (
    <Grid
      templateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 56rem) minmax(0, 15rem)' }}
      gap={{ base: '8', lg: '12' }}
      justifyContent="center"
    >
      <Stack as="article" gap={{ base: '6', md: '8' }} minW="0">
        <Stack gap="3">
          <Heading as="h1" size={{ base: '3xl', md: '4xl' }}>
            {t.developers}
          </Heading>
          <Text color="fg.muted" textStyle="lg" maxW="prose">
            {t.developersAbout}
          </Text>
        </Stack>
        <Stack gap={{ base: '10', md: '14' }} lang="en" minW="0">
          {documents.map((document) => (
            <DocumentView key={document.id} document={document} />
          ))}
        </Stack>
      </Stack>
      <Contents />
    </Grid>
  );
}

/** Links to the main sections, beside the text of a wide screen. */
function Contents() {
  const t = useStore(aboutTexts);
  const sections = documents.flatMap(({ blocks }) =>
    blocks.flatMap((block) => (block.kind === 'heading' && block.depth <= 2 ? [block] : [])),
  );
  return (
    <chakra.nav
      aria-labelledby="contents-title"
      position={{ lg: 'sticky' }}
      top="calc(var(--under-bar, 4rem) + 2rem)"
      maxH={{ lg: 'calc(100dvh - 8rem)' }}
      overflowY={{ lg: 'auto' }}
      alignSelf="start"
      hideBelow="lg"
    >
      <Heading as="h2" size="xs" id="contents-title" color="fg.muted" mb="2">
        {t.contents}
      </Heading>
      <Flex as="ul" direction="column" listStyleType="none" borderInlineStartWidth="1px" lang="en">
        {sections.map(({ id, depth, parts }) => (
          <li key={id}>
            <Link
              href={`#${id}`}
              display="block"
              ps={depth === 1 ? '4' : '7'}
              py="1"
              textStyle="sm"
              color={depth === 1 ? 'fg' : 'fg.muted'}
              overflowWrap="anywhere"
            >
              {textOf(parts)}
            </Link>
          </li>
        ))}
      </Flex>
    </chakra.nav>
  );
}
