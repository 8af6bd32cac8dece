import { Box, Checkbox, Fieldset, Grid, Span, Stack, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import type { FieldError } from 'react-hook-form';
import { type AdminArea, adminAreas, adminScopes, customerScopes, type KeyScope } from '#shared/key-scopes.ts';
import { keyScopeAreaTexts, keyScopeTexts, keysTexts } from '../../../i18n/en/keys.ts';
import { fieldMessage } from '../../../lib/errors.ts';
import { useSession } from '../../../lib/session.ts';

interface ScopeFieldsProps {
  chosen: readonly KeyScope[];
  onChange: (chosen: KeyScope[]) => void;
  error: FieldError | undefined;
}

/** What a new key may do; admins also choose areas of the administration. */
export function ScopeFields({ chosen, onChange, error }: ScopeFieldsProps) {
  const t = useStore(keysTexts);
  const names = useStore(keyScopeTexts);
  const { isAdmin } = useSession();
  const toggle = (scope: KeyScope) => (isOn: boolean) =>
    onChange(isOn ? [...chosen, scope] : chosen.filter((each) => each !== scope));
  return (
    <Fieldset.Root invalid={Boolean(error)}>
      <Fieldset.Legend fontWeight="medium" textStyle="sm" mb="1">
        {t.scopes}
      </Fieldset.Legend>
      <Stack gap="1">
        {customerScopes.map((scope) => (
          <Choice key={scope} isOn={chosen.includes(scope)} onChange={toggle(scope)}>
            <Span fontWeight="medium">{names[scope]}</Span>
            <Span display="block" fontWeight="normal" color="fg.muted">
              {names[`${scope}Text`]}
            </Span>
          </Choice>
        ))}
      </Stack>
      {isAdmin && <Areas chosen={chosen} toggle={toggle} />}
      {error?.message && <Fieldset.ErrorText>{fieldMessage(error.message)}</Fieldset.ErrorText>}
    </Fieldset.Root>
  );
}

interface AreasProps {
  chosen: readonly KeyScope[];
  toggle: (scope: KeyScope) => (isOn: boolean) => void;
}

/** Reading and changing each area of the administration. */
function Areas({ chosen, toggle }: AreasProps) {
  const t = useStore(keysTexts);
  const count = chosen.filter((scope) => adminScopes.some((each) => each === scope)).length;
  return (
    <Box as="details" borderWidth="1px" borderRadius="l2" mt="2">
      <Box as="summary" cursor="pointer" px="3" py="2.5" fontWeight="medium" textStyle="sm" focusVisibleRing="inside">
        {count > 0 ? t.adminScopesChosen({ count }) : t.adminScopes}
      </Box>
      <Box px="3" pb="3">
        <Text textStyle="sm" color="fg.muted" mb="2">
          {t.adminScopesText}
        </Text>
        {adminAreas.map((area) => (
          <Area key={area} area={area} chosen={chosen} toggle={toggle} />
        ))}
      </Box>
    </Box>
  );
}

function Area({ area, chosen, toggle }: AreasProps & { area: AdminArea }) {
  const t = useStore(keysTexts);
  const areas = useStore(keyScopeAreaTexts);
  const [read, write] = [`admin.${area}:read`, `admin.${area}:write`] as const;
  return (
    <Grid
      templateColumns={{ base: 'minmax(0, 1fr) auto auto', sm: 'minmax(0, 1fr) 7rem 7rem' }}
      columnGap="4"
      alignItems="center"
      borderTopWidth="1px"
      minH="10"
    >
      <Text textStyle="sm">{areas[area]}</Text>
      <Choice name={t.readArea({ area: areas[area] })} isOn={chosen.includes(read)} onChange={toggle(read)}>
        {t.read}
      </Choice>
      <Choice name={t.changeArea({ area: areas[area] })} isOn={chosen.includes(write)} onChange={toggle(write)}>
        {t.change}
      </Choice>
    </Grid>
  );
}

interface ChoiceProps {
  isOn: boolean;
  onChange: (isOn: boolean) => void;
  /** For screen readers, where the visible text needs its surroundings. */
  name?: string;
  children: ReactNode;
}

function Choice({ isOn, onChange, name, children }: ChoiceProps) {
  return (
    <Checkbox.Root
      alignItems="flex-start"
      py="1"
      checked={isOn}
      onCheckedChange={(details) => onChange(details.checked === true)}
    >
      <Checkbox.HiddenInput {...(name && { 'aria-label': name })} />
      <Checkbox.Control mt="0.5" />
      <Checkbox.Label lineHeight="moderate">{children}</Checkbox.Label>
    </Checkbox.Root>
  );
}
