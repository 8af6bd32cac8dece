import { Button, Flex, Stack, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { useId, useState } from 'react';
import { z } from 'zod';
import { payer as payerRule } from '#shared/balance.ts';
import { TextField } from '../../components/fields.tsx';
import { rechargeProgressTexts } from '../../i18n/en/wallet.ts';
import { showFormError } from '../../lib/errors.ts';
import { useSchemaForm } from '../../lib/form.ts';
import { type Outputs, trpc } from '../../lib/trpc.ts';

const told = z.object({ payer: payerRule });

/** Where the money came from: a choice, never a condition. */
export function PaidFrom({ recharge: { id, payer } }: { recharge: Outputs['balance']['recharge'] }) {
  const t = useStore(rechargeProgressTexts);
  const labelId = useId();
  const utils = trpc.useUtils();
  const { mutateAsync, isPending } = trpc.balance.tellPayer.useMutation();
  const hasDigits = payer !== null && payer !== 'own' && payer !== 'agent';
  const [isTyping, setTyping] = useState(hasDigits);
  const form = useSchemaForm(told, { payer: hasDigits ? payer : '' });
  const tell = async (answer: { payer: string }) => {
    try {
      utils.balance.recharge.setData({ id }, await mutateAsync({ id, ...answer }));
    } catch (error) {
      showFormError(form, error, t.changeFailed);
    }
  };
  const choose = (answer: 'own' | 'agent') => {
    setTyping(false);
    void tell({ payer: answer });
  };
  const look = { size: 'sm', variant: 'outline', _pressed: { bg: 'bg.muted', borderColor: 'border.field' } } as const;
  return (
    <Stack gap="2">
      <Text id={labelId} fontWeight="medium" textStyle="sm">
        {t.paidFrom}
      </Text>
      <Flex role="group" aria-labelledby={labelId} gap="2" wrap="wrap">
        <Button
          {...look}
          aria-pressed={!isTyping && payer === 'own'}
          disabled={isPending}
          onClick={() => choose('own')}
        >
          {t.myNumber}
        </Button>
        <Button {...look} aria-pressed={isTyping} disabled={isPending} onClick={() => setTyping(true)}>
          {t.another}
        </Button>
        <Button
          {...look}
          aria-pressed={!isTyping && payer === 'agent'}
          disabled={isPending}
          onClick={() => choose('agent')}
        >
          {t.agent}
        </Button>
      </Flex>
      {isTyping && (
        <Flex asChild gap="2" align="start" maxW="md">
          <form noValidate onSubmit={form.handleSubmit(tell)}>
            <TextField
              label={t.digits}
              inputMode="numeric"
              autoComplete="off"
              error={form.formState.errors.payer}
              {...form.register('payer')}
            />
            {/* Next to the field's box, below its label. */}
            <Button type="submit" variant="outline" mt="1.625rem" loading={isPending} loadingText={t.saving}>
              {t.save}
            </Button>
          </form>
        </Flex>
      )}
      <Text textStyle="sm" color="fg.muted">
        {t.faster}
      </Text>
    </Stack>
  );
}
