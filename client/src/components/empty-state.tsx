import { EmptyState as Chakra, Group, VStack } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { LuInbox } from 'react-icons/lu';

interface EmptyStateProps {
  title: string;
  text?: string;
  icon?: ReactNode;
  /** Whether the title is the page's `h1`. */
  heading?: boolean;
  /** Buttons for the next step. */
  children?: ReactNode;
}

/** An empty list or page: the reason, and the next step. */
export function EmptyState({ title, text, icon = <LuInbox />, heading = false, children }: EmptyStateProps) {
  return (
    // A whole page has room.
    <Chakra.Root {...(heading && { size: 'lg', minH: '60vh', display: 'grid', alignContent: 'center' })}>
      <Chakra.Content>
        <Chakra.Indicator aria-hidden>{icon}</Chakra.Indicator>
        <VStack textAlign="center" gap="1">
          {heading ? (
            <Chakra.Title asChild>
              <h1>{title}</h1>
            </Chakra.Title>
          ) : (
            <Chakra.Title asChild>
              <p>{title}</p>
            </Chakra.Title>
          )}
          {text && (
            <Chakra.Description maxW="md" textWrap="balance">
              {text}
            </Chakra.Description>
          )}
        </VStack>
        {children && (
          <Group gap="3" flexWrap="wrap" justifyContent="center">
            {children}
          </Group>
        )}
      </Chakra.Content>
    </Chakra.Root>
  );
}
