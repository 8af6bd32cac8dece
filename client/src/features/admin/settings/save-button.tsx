import { Button, type ButtonProps } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { settingsTexts } from '../../../i18n/en/admin/settings.ts';

interface SaveButtonProps extends ButtonProps {
  state: { isDirty: boolean; isSubmitting: boolean };
}

/** Saves a section; prominent while something is unsaved. */
export function SaveButton({ state: { isDirty, isSubmitting }, ...rest }: SaveButtonProps) {
  const t = useStore(settingsTexts);
  return (
    <Button
      type="submit"
      minW="28"
      colorPalette={isDirty ? 'brand' : undefined}
      variant={isDirty ? 'solid' : 'outline'}
      loading={isSubmitting}
      loadingText={t.saving}
      {...rest}
    >
      {t.save}
    </Button>
  );
}
