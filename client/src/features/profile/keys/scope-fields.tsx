import { Box, type BoxProps, Checkbox, Grid, Span, Stack, Text, VisuallyHidden } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import type { ReactNode, Ref } from 'react';
import type { FieldError } from 'react-hook-form';
import { type AdminArea, type AdminScope, adminScopes, customerScopes, type KeyScope } from '#shared/key-scopes.ts';
import { ChoiceGroup } from '../../../components/choice-group.tsx';
import { keyScopeAreaTexts, keyScopeTexts, keysTexts } from '../../../i18n/en/keys.ts';
import { useSession } from '../../../lib/session.ts';
import { areaChoices } from './scope-choices.ts';

interface ScopeFieldsProps {
  chosen: readonly KeyScope[];
  onChange: (chosen: KeyScope[]) => void;
  error: FieldError | undefined;
  ref: Ref<HTMLFieldSetElement>;
}

/** The scopes of a new key; admins also choose areas of the administration. */
export function ScopeFields({ chosen, onChange, error, ref }: ScopeFieldsProps) {
  const t = useStore(keysTexts);
  const names = useStore(keyScopeTexts);
  const { isAdmin } = useSession();
  const toggle = (scope: KeyScope) => (isOn: boolean) =>
    onChange(isOn ? [...chosen, scope] : chosen.filter((each) => each !== scope));
  return (
    <ChoiceGroup label={t.scopes} error={error} ref={ref}>
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
    </ChoiceGroup>
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
        {areaChoices.map((choice) => (
          <Area key={choice.area} {...choice} chosen={chosen} toggle={toggle} />
        ))}
      </Box>
    </Box>
  );
}

interface AreaProps extends AreasProps {
  area: AdminArea;
  read?: AdminScope;
  write?: AdminScope;
}

function Area({ area, read, write, chosen, toggle }: AreaProps) {
  const t = useStore(keysTexts);
  const areas = useStore(keyScopeAreaTexts);
  const name = { area: areas[area] };
  return (
    <Grid
      templateColumns={{ base: 'minmax(0, 1fr) 5rem 5rem', sm: 'minmax(0, 1fr) 7rem 7rem' }}
      columnGap="3"
      alignItems="center"
      borderTopWidth="1px"
      minH="10"
    >
      <Text textStyle="sm">{areas[area]}</Text>
      {read && (
        <Choice isOn={chosen.includes(read)} onChange={toggle(read)} gridColumn="2">
          <span aria-hidden>{t.read}</span>
          <VisuallyHidden>{t.readArea(name)}</VisuallyHidden>
        </Choice>
      )}
      {write && (
        <Choice isOn={chosen.includes(write)} onChange={toggle(write)} gridColumn="3">
          <span aria-hidden>{t.change}</span>
          <VisuallyHidden>{t.changeArea(name)}</VisuallyHidden>
        </Choice>
      )}
    </Grid>
  );
}

interface ChoiceProps extends Pick<BoxProps, 'gridColumn'> {
  isOn: boolean;
  onChange: (isOn: boolean) => void;
  children: ReactNode;
}

function Choice({ isOn, onChange, children, ...place }: ChoiceProps) {
  return (
    <Checkbox.Root
      alignItems="flex-start"
      py="1"
      checked={isOn}
      onCheckedChange={(details) => onChange(details.checked === true)}
      {...place}
    >
      <Checkbox.HiddenInput />
      <Checkbox.Control mt="0.5" />
      <Checkbox.Label lineHeight="moderate">{children}</Checkbox.Label>
    </Checkbox.Root>
  );
}
