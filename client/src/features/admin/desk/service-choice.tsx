import { Button, Field, Input, Stack, Text } from '@chakra-ui/react';
import { keepPreviousData } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ServiceName } from '../../../components/service-name.tsx';
import { trpc } from '../../../lib/trpc.ts';
import { useUrlParam } from '../../../lib/url-state.ts';

/** So many are offered; the others are found by typing more. */
const OFFERED = 5;
const PAUSE_MS = 200;

/** Which service a list is of, found by typing; the choice stands in the URL as `service`. */
export function ServiceChoice() {
  const [, choose] = useUrlParam('service');
  const [typed, setTyped] = useState('');
  const search = useSettled(typed.trim());
  const { data } = trpc.services.list.useQuery(
    { search, limit: OFFERED },
    { enabled: search !== '', placeholderData: keepPreviousData },
  );
  const found = search === '' ? [] : (data?.items ?? []);
  return (
    <Stack gap="1">
      <Field.Root>
        <Field.Label>Service</Field.Label>
        <Input
          type="search"
          size="sm"
          autoComplete="off"
          placeholder="Type its name"
          maxLength={100}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </Field.Root>
      <Stack gap="0" role="group" aria-label="Services found">
        {found.map(({ id, name }) => (
          <Button
            key={id}
            variant="ghost"
            size="sm"
            justifyContent="start"
            fontWeight="normal"
            onClick={() => {
              choose(String(id));
              setTyped('');
            }}
          >
            <Text truncate title={name}>
              <ServiceName id={id} name={name} />
            </Text>
          </Button>
        ))}
      </Stack>
      {search !== '' && data && found.length === 0 && (
        <Text textStyle="sm" color="fg.muted">
          No service found
        </Text>
      )}
    </Stack>
  );
}

function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
