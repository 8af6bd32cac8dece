import { Box, NativeSelect, Span, Stack } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { useNavigate } from 'react-router-dom';
import { AppLink } from '../../../components/app-link.tsx';
import { settingSectionTexts, settingsTexts } from '../../../i18n/en/admin/settings.ts';
import { type SettingsSection, settingsPath, settingsSections } from '../../../lib/settings-sections.ts';

interface SectionNavProps {
  current: SettingsSection;
  /** Sections with input that is not saved. */
  unsaved: readonly SettingsSection[];
}

/** The list of sections: beside them, or as a select on a phone. */
export function SectionNav({ current, unsaved }: SectionNavProps) {
  const t = useStore(settingsTexts);
  const titles = useStore(settingSectionTexts);
  const navigate = useNavigate();
  return (
    <>
      <NativeSelect.Root hideFrom="md">
        <NativeSelect.Field
          aria-label={t.sections}
          fontWeight="semibold"
          value={current}
          onChange={({ target }) => void navigate(settingsPath(target.value as SettingsSection), { replace: true })}
        >
          {settingsSections.map((section) => (
            <option key={section} value={section}>
              {unsaved.includes(section) ? `${titles[section]} (${t.unsaved})` : titles[section]}
            </option>
          ))}
        </NativeSelect.Field>
        <NativeSelect.Indicator />
      </NativeSelect.Root>
      <Stack
        as="nav"
        aria-label={t.sections}
        hideBelow="md"
        gap="0.5"
        w={{ md: '44', xl: '52' }}
        flexShrink="0"
        position="sticky"
        top="calc(var(--under-bar, 4rem) + 1rem)"
      >
        {settingsSections.map((section) => (
          <SectionLink
            key={section}
            section={section}
            title={titles[section]}
            isCurrent={section === current}
            note={unsaved.includes(section) ? t.unsaved : undefined}
          />
        ))}
      </Stack>
    </>
  );
}

interface SectionLinkProps {
  section: SettingsSection;
  title: string;
  isCurrent: boolean;
  note: string | undefined;
}

function SectionLink({ section, title, isCurrent, note }: SectionLinkProps) {
  return (
    <Box
      asChild
      px="3"
      py="2"
      minH="10"
      display="flex"
      alignItems="center"
      justifyContent="space-between"
      gap="2"
      borderRadius="l2"
      textStyle="sm"
      color={isCurrent ? 'fg' : 'fg.muted'}
      bg={isCurrent ? 'bg.subtle' : undefined}
      fontWeight={isCurrent ? 'semibold' : 'normal'}
      _hover={{ bg: 'bg.subtle', color: 'fg' }}
    >
      <AppLink to={settingsPath(section)} aria-current={isCurrent ? 'page' : undefined} preventScrollReset>
        {title}
        {note && <Span boxSize="2" borderRadius="full" bg="fg.warning" role="img" aria-label={note} title={note} />}
      </AppLink>
    </Box>
  );
}
