import { Button, Flex, Stack, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { useWatch } from 'react-hook-form';
import { kindsOf } from '#shared/paste/examples.ts';
import { platforms } from '#shared/paste/platforms.ts';
import { proposeTarget } from '#shared/paste/service-target.ts';
import { ChoiceField } from '../../../components/choice-field.tsx';
import { CheckboxField } from '../../../components/fields.tsx';
import { serviceFormTexts } from '../../../i18n/en/admin/admin-services.ts';
import { linkKindTexts } from '../../../i18n/en/link-fit.ts';
import { linkHint, platformName, targetWords } from '../../../lib/link-target.ts';
import { kindsIn, type ServiceForm, type TypedTarget, targetIn, typedTarget } from './service-form.ts';

/** The links that a service takes: what its name says until they are chosen, and then again with one press. */
export function LinkFields({ form: { control, setValue } }: { form: ServiceForm }) {
  const t = useStore(serviceFormTexts);
  const [name, category, platform, kinds = ''] = useWatch({
    control,
    name: ['name', 'category', 'platform', 'kinds'],
  });
  const proposal = proposeTarget(name, category);
  const read = typedTarget(proposal);
  const target = platform === undefined ? read : { platform, kinds };
  const hint = linkHint(targetIn(target));
  const isRead = target.platform === read.platform && target.kinds === read.kinds;
  const choose = (chosen: TypedTarget) => {
    setValue('platform', chosen.platform, { shouldDirty: true });
    setValue('kinds', chosen.kinds, { shouldDirty: true });
  };
  return (
    <Stack as="fieldset" gap="3" borderWidth="1px" borderRadius="l2" p="4">
      <Text as="legend" px="1" textStyle="sm" fontWeight="medium">
        {t.links}
      </Text>
      <TargetChoice target={target} read={read} onChange={choose} />
      {platform === undefined && read.platform !== '' && (
        <Text textStyle="sm" color="fg.muted">
          {t.linksAsRead}
        </Text>
      )}
      {!isRead && read.platform !== '' && (
        <Button variant="outline" size="sm" alignSelf="start" h="auto" minH="9" py="1" onClick={() => choose(read)}>
          <span style={{ whiteSpace: 'normal', textAlign: 'start' }}>
            {t.takeRead({ links: targetWords(proposal) })}
          </span>
        </Button>
      )}
      <Text textStyle="sm" color="fg.muted" overflowWrap="anywhere" aria-live="polite">
        {hint === undefined ? t.anyLinkText : t.customersRead({ hint })}
      </Text>
    </Stack>
  );
}

interface TargetChoiceProps {
  target: TypedTarget;
  /** Its kinds come with its platform. */
  read?: TypedTarget;
  onChange: (target: TypedTarget) => void;
}

/** A platform, and kinds of links that it has. */
export function TargetChoice({ target: { platform, kinds }, read, onChange }: TargetChoiceProps) {
  const t = useStore(serviceFormTexts);
  const words = useStore(linkKindTexts);
  const slugs = new Set(['', ...Object.keys(platforms), platform]);
  const own = kindsOf(platform);
  const chosen = own.filter((kind) => kindsIn(kinds)?.includes(kind));
  return (
    <>
      <ChoiceField
        label={t.platform}
        options={[...slugs].map((slug) => [slug, slug === '' ? t.anyLink : platformName(slug)])}
        value={platform}
        onChange={({ target: { value } }) =>
          onChange({ platform: value, kinds: read?.platform === value ? read.kinds : '' })
        }
      />
      {own.length > 0 && (
        <Stack as="fieldset" gap="1">
          <Text as="legend" textStyle="sm" fontWeight="medium">
            {t.kinds}
          </Text>
          <Flex wrap="wrap" columnGap="5">
            {own.map((kind) => (
              <CheckboxField
                key={kind}
                label={words[kind]}
                checked={chosen.includes(kind)}
                onChange={(isChosen) => {
                  const next = own.filter((each) => (each === kind ? isChosen : chosen.includes(each)));
                  onChange({ platform, kinds: next.join(',') });
                }}
              />
            ))}
          </Flex>
          {chosen.length === 0 && (
            <Text textStyle="sm" color="fg.muted">
              {t.allKinds}
            </Text>
          )}
        </Stack>
      )}
    </>
  );
}
