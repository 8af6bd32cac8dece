import { Button, Flex, Stack } from '@chakra-ui/react';
import type { ComponentProps, ReactNode } from 'react';
import { SectionFrame } from './section-frame.tsx';
import { type Conflict, SettingsConflict } from './settings-conflict.tsx';

interface SettingsSectionProps {
  title: string;
  text: string;
  /** Names the button for screen readers, which meet several: "Save rate and fee". */
  saveLabel: string;
  /** Whether something typed waits to be saved; the button is loud only then. */
  changed: boolean;
  pending: boolean;
  onSubmit: ComponentProps<'form'>['onSubmit'];
  /** What somebody else has saved meanwhile, while that is to be chosen from. */
  conflict: Conflict | null;
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
      {conflict && <SettingsConflict conflict={conflict} />}
    </SectionFrame>
  );
}
