import { Button, Flex, Stack } from '@chakra-ui/react';
import type { ComponentProps, ReactNode } from 'react';
import { SectionFrame } from './section-frame.tsx';

interface SettingsSectionProps {
  title: string;
  text: string;
  /** For screen readers, as the page has several: "Save rate and fee". */
  saveLabel: string;
  /** Whether there is something to save; the button is loud only then. */
  changed: boolean;
  pending: boolean;
  onSubmit: ComponentProps<'form'>['onSubmit'];
  /** The dialog of a conflict with another admin. */
  conflict: ReactNode;
  /** The fields. */
  children: ReactNode;
}

/** Fields that are saved together. */
export function SettingsSection(props: SettingsSectionProps) {
  const { title, text, saveLabel, changed, pending, onSubmit, conflict, children } = props;
  return (
    <SectionFrame title={title} text={text}>
      <form noValidate onSubmit={onSubmit}>
        <Stack gap="5" px={{ base: '4', md: '6' }} pb={{ base: '4', md: '6' }}>
          {children}
        </Stack>
        <Flex justify="end" borderTopWidth="1px" px={{ base: '4', md: '6' }} py="3">
          <Button
            type="submit"
            minW="28"
            w={{ base: 'full', md: 'auto' }}
            aria-label={saveLabel}
            colorPalette={changed ? 'brand' : undefined}
            variant={changed ? 'solid' : 'outline'}
            loading={pending}
            loadingText="Saving…"
          >
            Save
          </Button>
        </Flex>
      </form>
      {conflict}
    </SectionFrame>
  );
}
