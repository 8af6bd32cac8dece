import { Box, Button, Heading, List, Stack, Text } from '@chakra-ui/react';
import { type ReactNode, useEffect } from 'react';
import { LuArrowRight } from 'react-icons/lu';
import { useLocation } from 'react-router-dom';
import { AppLink } from '../../components/app-link.tsx';
import { PageHeading } from '../../components/page-heading.tsx';
import { ContactUs } from '../../lib/contact-us.tsx';
import { productName } from '../../lib/page-meta.ts';
import { paths } from '../../lib/paths.ts';
import { terms } from '../../lib/terms.ts';

/** What the panel is, and what customers agree to. */
export default function AboutPage() {
  useScrollToSection();
  return (
    <Stack gap={{ base: '8', md: '10' }} maxW="3xl" mx="auto">
      <Box>
        <PageHeading title="About Us" />
        <Text textStyle="lg">
          {productName} sells social-media services: likes, followers, views, comments and shares. You top up a balance
          once, in taka, and order from it for any link, as often as you like.
        </Text>
      </Box>
      <Section title="Affordable Pricing">
        <Text>
          Every service has one price per 1000, shown before you order. You pay for exactly the quantity you choose, to
          the fraction of a cent, and nothing is added on top.
        </Text>
      </Section>
      <Section title="User-Friendly Interface">
        <Text>
          A link and a quantity are all an order needs. Your history shows where each order stands, and your statement
          every movement of your balance.
        </Text>
      </Section>
      <Section title="Fast Delivery">
        <Text>
          An order is placed at any hour and reaches us at once. Each service names its average time, so that you know
          beforehand what to expect of it.
        </Text>
      </Section>
      <Section title="Excellent Customer Support" id="support">
        <Text>Something is unclear, or an order is not what it should be? Ask us by email, live chat or ticket.</Text>
        <ContactUs />
      </Section>
      <Section title="Conclusion">
        <Text>One balance, one list of services, and every dollar accounted for.</Text>
        <Box>
          <Button asChild colorPalette="brand">
            <AppLink to={paths.services}>
              See services <LuArrowRight aria-hidden />
            </AppLink>
          </Button>
        </Box>
      </Section>
      <Section title="Terms of Service" id="terms">
        <TermList ofRefunds={false} />
      </Section>
      <Section title="Refund Policy" id="refunds">
        <TermList ofRefunds />
      </Section>
    </Stack>
  );
}

interface SectionProps {
  title: string;
  /** What links to it end with. */
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
  return (
    <List.Root ps="5" gap="1.5">
      {terms
        .filter(({ isOfRefunds }) => isOfRefunds === ofRefunds)
        .map(({ text }) => (
          <List.Item key={text}>{text}</List.Item>
        ))}
    </List.Root>
  );
}

/** The browser can't do it by itself: when the address is read, the section is not there yet. */
function useScrollToSection() {
  const { hash } = useLocation();
  useEffect(() => {
    if (hash) document.getElementById(hash.slice(1))?.scrollIntoView();
  }, [hash]);
}
