import { Button, Collapsible, Link, List } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { LuChevronDown } from 'react-icons/lu';
import { AppLink } from '../../components/app-link.tsx';
import { addBalanceTexts } from '../../i18n/en/add-balance.ts';
import { termTexts } from '../../i18n/en/terms.ts';
import { termsPath } from '../../lib/paths.ts';
import { terms } from '../../lib/terms.ts';

/** The terms to be accepted, folded away until somebody wants to read them; the About page has them too. */
export function Terms() {
  const t = useStore(addBalanceTexts);
  const words = useStore(termTexts);
  return (
    <Collapsible.Root lazyMount>
      <Collapsible.Trigger asChild>
        <Button variant="plain" size="sm" px="0" color="fg.muted" fontWeight="normal" textDecoration="underline">
          {t.readTerms}
          <Collapsible.Indicator transition="transform 150ms" _open={{ transform: 'rotate(180deg)' }}>
            <LuChevronDown />
          </Collapsible.Indicator>
        </Button>
      </Collapsible.Trigger>
      <Collapsible.Content>
        <List.Root ps="5" pt="1" pb="2" gap="1" textStyle="sm" color="fg.muted">
          {terms.map(({ name }) => (
            <List.Item key={name}>{words[name]}</List.Item>
          ))}
        </List.Root>
        <Link asChild textStyle="sm" color="fg.muted" textDecoration="underline" mb="2">
          <AppLink to={termsPath}>{t.termsOnAbout}</AppLink>
        </Link>
      </Collapsible.Content>
    </Collapsible.Root>
  );
}
