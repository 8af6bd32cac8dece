import { Box, Text } from '@chakra-ui/react';
import type { Storing } from '../lib/use-storing.ts';
import { CheckboxField } from './fields.tsx';

interface StoredCheckProps extends Omit<Storing, 'submit'> {
  label: string;
  /** Asks for it, after an attempt to leave. */
  reminder: string;
}

/** Ticked once a secret that is displayed once is stored. */
export function StoredCheck({ label, reminder, isStored, setStored, isMissing }: StoredCheckProps) {
  return (
    <Box>
      <CheckboxField label={label} checked={isStored} onChange={setStored} />
      <Text role="status" textStyle="sm" color="fg.error">
        {isMissing && reminder}
      </Text>
    </Box>
  );
}
