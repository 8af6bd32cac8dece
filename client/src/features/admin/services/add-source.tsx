import { Button, Grid, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { latinDigits } from '#shared/latin-digits.ts';
import { ChoiceField } from '../../../components/choice-field.tsx';
import { TextField } from '../../../components/fields.tsx';
import { sourceTexts } from '../../../i18n/en/admin/supplier-catalogue.ts';
import { trpc } from '../../../lib/trpc.ts';
import type { SourceKey } from './use-sources.ts';

interface AddSourceProps {
  isPending: boolean;
  /** @returns whether it was added */
  onAdd: (source: SourceKey) => Promise<boolean>;
}

/** A supplier, and the number of the service in its list. It stands in the service's form, so it has none of its own. */
export function AddSource({ isPending, onAdd }: AddSourceProps) {
  const t = useStore(sourceTexts);
  const { data } = trpc.admin.suppliers.list.useQuery();
  const [chosen, setChosen] = useState('');
  const [typed, setTyped] = useState('');
  const [isMissing, setMissing] = useState(false);
  const suppliers = data?.items ?? [];
  if (data && suppliers.length === 0) {
    return (
      <Text textStyle="sm" color="fg.muted">
        {t.notYet}
      </Text>
    );
  }
  const only = suppliers.length === 1 ? suppliers[0]?.id : undefined;
  const supplierId = chosen === '' ? only : Number(chosen);

  const add = async () => {
    const externalId = latinDigits(typed).trim();
    const isWrong = externalId === '' || supplierId === undefined;
    setMissing(isWrong);
    if (isWrong) return;
    if (await onAdd({ supplierId, externalId })) setTyped('');
  };

  return (
    <Grid gap="3" templateColumns={{ base: '1fr', sm: '1fr 1fr auto' }} alignItems="end">
      <ChoiceField
        label={t.supplier}
        value={supplierId === undefined ? '' : String(supplierId)}
        options={[
          ...(supplierId === undefined ? [['', t.chooseSupplier] as const] : []),
          ...suppliers.map(({ id, name }) => [String(id), name] as const),
        ]}
        onChange={({ target }) => setChosen(target.value)}
      />
      <TextField
        label={t.number}
        autoComplete="off"
        spellCheck={false}
        maxLength={64}
        value={typed}
        error={isMissing ? { type: 'custom', message: t.numberMissing } : undefined}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) return;
          // It adds the source instead of saving the service.
          event.preventDefault();
          void add();
        }}
      />
      <Button variant="outline" loading={isPending} onClick={() => void add()}>
        {t.add}
      </Button>
    </Grid>
  );
}
