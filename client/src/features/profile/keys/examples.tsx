import { NativeSelect, Stack, Tabs } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { CodeBlock } from '../../../components/code-block.tsx';
import { LineTab } from '../../../components/line-tab.tsx';
import { keysTexts } from '../../../i18n/en/keys.ts';
import { usePublicSettings } from '../../../lib/public-settings.ts';
import { type ExampleCall, exampleCode, exampleLanguages } from './example-code.ts';

const calls = { balance: 'exampleBalance', add: 'exampleAdd', status: 'exampleStatus' } as const;

/** A call of the shop in four languages, to copy. @param secret of a new key; without one there is a placeholder */
export function Examples({ secret }: { secret?: string }) {
  const t = useStore(keysTexts);
  const settings = usePublicSettings();
  const [call, choose] = useState<ExampleCall>('balance');
  const url = settings?.publicUrl ?? window.location.origin;
  return (
    <Stack gap="3" minW="0">
      <NativeSelect.Root w={{ base: 'full', sm: '64' }}>
        <NativeSelect.Field
          aria-label={t.example}
          value={call}
          onChange={({ target }) => choose(target.value as ExampleCall)}
        >
          {(Object.keys(calls) as ExampleCall[]).map((each) => (
            <option key={each} value={each}>
              {t[calls[each]]}
            </option>
          ))}
        </NativeSelect.Field>
        <NativeSelect.Indicator />
      </NativeSelect.Root>
      <Tabs.Root defaultValue={exampleLanguages[0]} variant="plain" lazyMount unmountOnExit>
        <Tabs.List aria-label={t.languages} w="full" borderBottomWidth="1px" overflowX="auto">
          {exampleLanguages.map((language) => (
            <LineTab key={language} value={language}>
              <span translate="no">{language}</span>
            </LineTab>
          ))}
        </Tabs.List>
        {exampleLanguages.map((language) => (
          <Tabs.Content key={language} value={language} pt="3">
            <CodeBlock code={exampleCode(language, call, url, secret)} name={`${language}: ${t[calls[call]]}`} />
          </Tabs.Content>
        ))}
      </Tabs.Root>
    </Stack>
  );
}
