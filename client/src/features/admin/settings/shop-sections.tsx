import { SimpleGrid } from '@chakra-ui/react';
import type { Settings } from '#shared/settings.ts';
import { TextField } from '../../../components/fields.tsx';
import { figuresForm, linksForm, typedFigures, typedLinks } from './settings-form.ts';
import { SettingsSection } from './settings-section.tsx';
import { useSettingsForm } from './use-settings-form.ts';

/** The shop's chat, email and videos. */
export function LinksSection({ settings }: { settings: Settings }) {
  const { form, section } = useSettingsForm({ title: 'Links', schema: linksForm, typed: typedLinks, settings });
  const { register, formState } = form;
  const { errors } = formState;
  return (
    <SettingsSection
      {...section}
      text="Where customers reach you and what they can watch. Web addresses whole, from https:// on; an empty one is left out."
    >
      <SimpleGrid columns={{ base: 1, md: 2 }} gap="5">
        <TextField
          label="Support chat"
          optional
          type="url"
          autoComplete="off"
          placeholder="https://t.me/…"
          error={errors.chatUrl}
          {...register('chatUrl')}
        />
        <TextField
          label="Support email"
          optional
          type="email"
          autoComplete="off"
          placeholder="help@…"
          error={errors.supportEmail}
          {...register('supportEmail')}
        />
        {(['videoUrls.0', 'videoUrls.1', 'videoUrls.2'] as const).map((name, index) => (
          <TextField
            key={name}
            label={`Video ${index + 1}`}
            optional
            type="url"
            autoComplete="off"
            placeholder="https://www.youtube.com/watch?v=…"
            error={errors.videoUrls?.[index]}
            {...register(name)}
          />
        ))}
      </SimpleGrid>
    </SettingsSection>
  );
}

const fields = [
  { name: 'servicesOffset', label: 'Services' },
  { name: 'ordersOffset', label: 'Orders' },
  { name: 'usersOffset', label: 'Users' },
] as const;

/** The numbers added to the dashboard's real counts. */
export function FiguresSection({ settings }: { settings: Settings }) {
  const { form, section } = useSettingsForm({ title: 'Figures', schema: figuresForm, typed: typedFigures, settings });
  const { register, formState } = form;
  return (
    <SettingsSection {...section} text="Added to the real counts on the dashboard; with 0 it shows what is real.">
      <SimpleGrid columns={{ base: 1, md: 3 }} gap="5">
        {fields.map(({ name, label }) => (
          <TextField
            key={name}
            label={`${label} added`}
            inputMode="numeric"
            autoComplete="off"
            fontVariantNumeric="tabular-nums"
            error={formState.errors[name]}
            {...register(name)}
          />
        ))}
      </SimpleGrid>
    </SettingsSection>
  );
}
