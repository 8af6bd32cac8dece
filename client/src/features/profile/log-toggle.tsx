import { Box, Button } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { LuChevronRight } from 'react-icons/lu';

interface LogToggleProps {
  /** Names what the log is of. */
  label: string;
  isOpen: boolean;
  /** The id of the element that displays the log. */
  logId: string;
  onToggle: () => void;
  children: ReactNode;
}

/** Opens and closes a log below it. */
export function LogToggle({ label, isOpen, logId, onToggle, children }: LogToggleProps) {
  return (
    <Button
      size={{ base: 'md', md: 'sm' }}
      variant="ghost"
      aria-label={label}
      aria-expanded={isOpen}
      aria-controls={logId}
      onClick={onToggle}
    >
      <Box transition="transform 150ms" transform={isOpen ? 'rotate(90deg)' : undefined} aria-hidden>
        <LuChevronRight />
      </Box>
      {children}
    </Button>
  );
}
