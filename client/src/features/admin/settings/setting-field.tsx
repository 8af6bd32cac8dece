import { Alert, Box, Link } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { Controller } from 'react-hook-form';
import type { Setting, SettingName } from '#shared/settings.ts';
import { AppLink } from '../../../components/app-link.tsx';
import { CountField } from '../../../components/count-field.tsx';
import { TextField } from '../../../components/fields.tsx';
import { settingHints, settingLabels, settingsTexts } from '../../../i18n/en/admin/settings.ts';
import { paths } from '../../../lib/paths.ts';
import { trpc } from '../../../lib/trpc.ts';
import { ColorField } from './color-field.tsx';
import { LinkFitField } from './link-fit-field.tsx';
import { LocalizedField } from './localized-field.tsx';
import { labelOf, settingKinds, type Typed } from './setting-kinds.ts';
import type { SettingsForm } from './settings-form.ts';
import { SwitchField } from './switch-field.tsx';
import { UploadField } from './upload-field.tsx';
import { ZoneField } from './zone-field.tsx';

interface SettingFieldProps {
  name: SettingName;
  setting: Setting;
  form: SettingsForm;
  example?: ((typed: string) => string) | undefined;
}

/** The fields of a setting, by its kind. */
export function SettingField({ name, setting, form, example }: SettingFieldProps) {
  useStore(settingLabels);
  const hints: Partial<Record<SettingName, string>> = useStore(settingHints);
  const hint = hints[name] ?? '';
  switch (setting.kind) {
    case 'localizedText':
    case 'localizedMarkdown':
      return <LocalizedField name={name} setting={setting} form={form} hint={hint} />;
    case 'choice':
    case 'timeZone':
    case 'color':
    case 'image': {
      const Field = chosenFields[setting.kind];
      return (
        <Controller
          control={form.control}
          name={name}
          render={({ field, fieldState: { error } }) => (
            <Field
              label={labelOf(name)}
              hint={example ? example(asText(field.value)) + hint : hint}
              chosen={asText(field.value)}
              onChoose={field.onChange}
              error={error}
            />
          )}
        />
      );
    }
    case 'switch':
      return (
        <Controller
          control={form.control}
          name={name}
          render={({ field }) => (
            <Box>
              <SwitchField
                label={labelOf(name)}
                hint={hint}
                checked={field.value === true}
                onChange={field.onChange}
                ref={field.ref}
              />
              {name === 'requireAdminSecondFactor' && field.value === true && <OwnFactorWarning />}
            </Box>
          )}
        />
      );
    case 'count':
      return (
        <CountField
          form={form}
          name={name}
          label={labelOf(name)}
          placeholder={setting.placeholder}
          hint={example ? example(asText(form.watch(name))) + hint : hint}
        />
      );
    default: {
      const count = setting.kind === 'urls' ? setting.count : undefined;
      const fields =
        count === undefined
          ? [{ id: name as string, label: labelOf(name) }]
          : Array.from({ length: count }, (_, at) => ({ id: `${name}.${at}`, label: labelOf(name, at + 1) }));
      return fields.map(({ id, label }, at) => (
        <TextField
          key={id}
          label={label}
          autoComplete="off"
          placeholder={setting.placeholder}
          hint={at > 0 ? undefined : example ? example(asText(form.watch(name))) + hint : hint}
          error={form.getFieldState(id, form.formState).error}
          {...settingKinds[setting.kind].input}
          {...form.register(id)}
        />
      ));
    }
  }
}

/** The value of a setting with one field. */
const asText = (typed: Typed) => (typeof typed === 'string' ? typed : '');

/** Fields that choose a value. */
const chosenFields = { choice: LinkFitField, timeZone: ZoneField, color: ColorField, image: UploadField };

/** For an admin who requires a second factor of all and has none. */
function OwnFactorWarning() {
  const t = useStore(settingsTexts);
  const { data } = trpc.auth.profile.useQuery();
  if (!data || data.twoFactor) return null;
  return (
    <Alert.Root status="warning" size="sm" role="alert" mt="3">
      <Alert.Indicator />
      <Alert.Description>
        {t.youNeedIt}{' '}
        <Link asChild variant="underline" color="inherit" whiteSpace="nowrap">
          <AppLink to={paths.dashboardProfile}>{t.youNeedItLink}</AppLink>
        </Link>
      </Alert.Description>
    </Alert.Root>
  );
}
