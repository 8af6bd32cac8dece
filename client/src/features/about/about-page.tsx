import { Box, Button, Heading, List, Stack, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { type ReactNode, useEffect } from 'react';
import { LuArrowRight } from 'react-icons/lu';
import { useLocation } from 'react-router-dom';
import { AppLink } from '../../components/app-link.tsx';
import { PageHeading } from '../../components/page-heading.tsx';
import { aboutTexts } from '../../i18n/en/about.ts';
import { termTexts } from '../../i18n/en/terms.ts';
import { ContactUs } from '../../lib/contact-us.tsx';
import { productName } from '../../lib/page-meta.ts';
import { paths } from '../../lib/paths.ts';
import { terms } from '../../lib/terms.ts';

/** The description of the panel, and the terms for customers. */
export default function AboutPage() {
  const t = useStore(aboutTexts);
  useScrollToSection();
  return (
    <Stack gap={{ base: '8', md: '10' }} maxW="3xl" mx="auto">
      <Box>
        <PageHeading title={t.heading} />
        <Text textStyle="lg">{t.intro({ product: productName })}</Text>
      </Box>
      <Section title={t.pricing}>
        <Text>{t.pricingText}</Text>
      </Section>
      <Section title={t.interface}>
        <Text>{t.interfaceText}</Text>
      </Section>
      <Section title={t.delivery}>
        <Text>{t.deliveryText}</Text>
      </Section>
      <Section title={t.support} id="support">
        <Text>{t.supportText}</Text>
        <ContactUs />
      </Section>
      <Section title={t.conclusion}>
        <Text>{t.conclusionText}</Text>
        <Box>
          <Button asChild colorPalette="brand">
            <AppLink to={paths.services}>
              {t.seeServices} <LuArrowRight aria-hidden />
            </AppLink>
          </Button>
        </Box>
      </Section>
      <Section title={t.terms} id="terms">
        <TermList ofRefunds={false} />
      </Section>
      <Section title={t.refunds} id="refunds">
        <TermList ofRefunds />
      </Section>
    </Stack>
  );
}

interface SectionProps {
  title: string;
  /** The fragment of links to it. */
  id?: string;
  children: ReactNode;
}

function Section({ title, id, children }: SectionProps) {
  return (
    <Stack as="section" id={id} gap="3" borderTopWidth="1px" pt="5" scrollMarginTop="20">
      <Heading as="h2" size="xl">
        {title}
      </Heading>
      {children}
    </Stack>
  );
}

function TermList({ ofRefunds }: { ofRefunds: boolean }) {
  const words = useStore(termTexts);
  return (
    <List.Root ps="5" gap="1.5">
      {terms
        .filter(({ isOfRefunds }) => isOfRefunds === ofRefunds)
        .map(({ name }) => (
          <List.Item key={name}>{words[name]}</List.Item>
        ))}
    </List.Root>
  );
}

/** The browser can't do it by itself: when it reads the URL, the section does not exist yet. */
function useScrollToSection() {
  const { hash } = useLocation();
  useEffect(() => {
    if (hash) document.getElementById(hash.slice(1))?.scrollIntoView();
  }, [hash]);
}
