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
import { useShopCategories } from '../shop-categories.ts';
import { type ServiceForm, targetIn, typedTarget } from './service-form.ts';

/** The links that a service takes: what its name says until they are chosen, and then again with one press. */
export function LinkFields({ form: { control, setValue } }: { form: ServiceForm }) {
  const t = useStore(serviceFormTexts);
  const [name, category, links] = useWatch({ control, name: ['name', 'category', 'links'] });
  const { topOf } = useShopCategories();
  const proposal = proposeTarget(name, topOf(category));
  const read = typedTarget(proposal);
  const target = links ?? read;
  const hint = linkHint(targetIn(target));
  const choose = (chosen: string) => setValue('links', chosen, { shouldDirty: true });
  return (
    <Stack as="fieldset" gap="3" borderWidth="1px" borderRadius="l2" p="4">
      <Text as="legend" px="1" textStyle="sm" fontWeight="medium">
        {t.links}
      </Text>
      <TargetChoice target={target} read={read} onChange={choose} />
      {links === undefined && read !== '' && (
        <Text textStyle="sm" color="fg.muted">
          {t.linksAsRead}
        </Text>
      )}
      {inOrder(target) !== inOrder(read) && read !== '' && (
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

const inOrder = (target: string) => target.split(/[:,]/).toSorted().join(',');

interface TargetChoiceProps {
  /** As `typedTarget` writes it. */
  target: string;
  /** Its kinds come with its platform. */
  read?: string;
  onChange: (target: string) => void;
}

/** A platform, and kinds of links that it has. */
export function TargetChoice({ target, read, onChange }: TargetChoiceProps) {
  const t = useStore(serviceFormTexts);
  const words = useStore(linkKindTexts);
  const { platform, kinds } = targetIn(target);
  const slugs = new Set(['', ...Object.keys(platforms), platform ?? '']);
  const own = kindsOf(platform ?? '');
  return (
    <>
      <ChoiceField
        label={t.platform}
        options={[...slugs].map((slug) => [slug, slug === '' ? t.anyLink : platformName(slug)])}
        value={platform ?? ''}
        onChange={({ target: { value } }) => onChange(read?.split(':')[0] === value ? read : value)}
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
                checked={kinds?.includes(kind) ?? false}
                onChange={(isChosen) => {
                  const next = own.filter((each) => (each === kind ? isChosen : kinds?.includes(each)));
                  onChange(typedTarget({ platform, kinds: next }));
                }}
              />
            ))}
          </Flex>
          {kinds === null && (
            <Text textStyle="sm" color="fg.muted">
              {t.allKinds}
            </Text>
          )}
        </Stack>
      )}
    </>
  );
}
