import { Box, Stack, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { ServiceName } from '../../../components/service-name.tsx';
import { changeManyTexts } from '../../../i18n/en/admin/change-services.ts';
import type { Outputs } from '../../../lib/trpc.ts';

interface ManyPreviewProps {
  preview: Outputs['admin']['services']['previewMany'];
  /** Whether it is the preview of the current input. */
  isCurrent: boolean;
}

/** How many services would change, and which. */
export function ManyPreview({ preview: { found, changed, items }, isCurrent }: ManyPreviewProps) {
  const t = useStore(changeManyTexts);
  return (
    <Stack gap="2" opacity={isCurrent ? 1 : 0.6} aria-busy={!isCurrent}>
      <Text fontWeight="semibold" aria-live="polite">
        {t.someChange({ changed, found })}
      </Text>
      {items.length > 0 && (
        <Box
          role="region"
          aria-label={t.affected}
          tabIndex={0}
          borderWidth="1px"
          borderRadius="l2"
          maxH="30vh"
          overflowY="auto"
        >
          <Box as="ul" listStyleType="none">
            {items.map(({ id, name }) => (
              <Box
                as="li"
                key={id}
                px="3"
                py="1.5"
                textStyle="sm"
                borderBottomWidth="1px"
                _last={{ borderBottomWidth: '0' }}
                dir="auto"
              >
                <ServiceName id={id} name={name} lines={1} />
              </Box>
            ))}
          </Box>
        </Box>
      )}
      {items.length < changed && (
        <Text textStyle="sm" color="fg.muted">
          {t.firstShown({ count: items.length })}
        </Text>
      )}
    </Stack>
  );
}
