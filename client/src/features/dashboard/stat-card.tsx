import { Box, Flex, Span, Text } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { LuArrowUpRight } from 'react-icons/lu';
import { AppLink } from '../../components/app-link.tsx';

interface StatCardProps {
  label: string;
  value: string;
  icon: ReactNode;
  /** The list behind the figure. */
  to?: string;
}

/** One large figure; the whole card is the link. */
export function StatCard({ to, ...content }: StatCardProps) {
  const frame = {
    borderWidth: '1px',
    borderRadius: 'l3',
    px: { base: '4', md: '5' },
    py: { base: '3', md: '5' },
  } as const;
  if (to === undefined) {
    return (
      <Box {...frame}>
        <Content {...content} />
      </Box>
    );
  }
  return (
    <Box asChild {...frame} className="group" transition="border-color 150ms" _hover={{ borderColor: 'border.field' }}>
      <AppLink to={to}>
        <Content {...content} linked />
      </AppLink>
    </Box>
  );
}

function Content({ label, value, icon, linked = false }: Omit<StatCardProps, 'to'> & { linked?: boolean }) {
  return (
    <>
      <Flex align="center" gap="2" color="fg.muted" mb={{ base: '1', md: '2' }} textStyle={{ base: 'sm', md: 'md' }}>
        <Span aria-hidden hideBelow="sm">
          {icon}
        </Span>
        <Text flex="1">{label}</Text>
        {linked && (
          <Span aria-hidden _groupHover={{ color: 'fg' }}>
            <LuArrowUpRight />
          </Span>
        )}
      </Flex>
      <Flex align="baseline" gap="3" wrap="wrap" fontVariantNumeric="tabular-nums">
        <Text fontSize={{ base: '2xl', md: '4xl' }} fontWeight="semibold" lineHeight="shorter">
          {value}
        </Text>
      </Flex>
    </>
  );
}
