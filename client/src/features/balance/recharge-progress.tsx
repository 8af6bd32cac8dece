import { Box, Button, Flex, Heading, Stack, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { useMemo } from 'react';
import { z } from 'zod';
import { MAX_CORRECTIONS } from '#shared/balance.ts';
import { TextField } from '../../components/fields.tsx';
import { rechargePhaseTexts, rechargeProgressTexts } from '../../i18n/en/wallet.ts';
import { showFormError } from '../../lib/errors.ts';
import { useSchemaForm } from '../../lib/form.ts';
import { formatMinutes } from '../../lib/format.ts';
import { type Outputs, trpc } from '../../lib/trpc.ts';
import { OpeningHours } from './opening-hours.tsx';
import { PaidFrom } from './paid-from.tsx';
import { ThenOrder } from './then-order.tsx';
import { referenceOf } from './verify-form.tsx';

type Recharge = Outputs['balance']['recharge'];

/** How far a recharge is, the order that waits for it, and what its customer can correct and tell meanwhile. */
export function RechargeProgress({ recharge }: { recharge: Recharge }) {
  const t = useStore(rechargeProgressTexts);
  const phases = useStore(rechargePhaseTexts);
  const { id, phase, usualMinutes, corrections, status, thenOrder } = recharge;
  const isPending = status === 'pending';
  const isRead = phase === 'looking' || phase === 'person';
  return (
    <Stack
      as="section"
      aria-labelledby="progress"
      className="not-printed"
      gap="4"
      borderWidth="1px"
      borderRadius="l2"
      p={{ base: '4', md: '5' }}
      mb="6"
    >
      <Box>
        <Heading as="h2" id="progress" size="md">
          {t.heading}
        </Heading>
        {phase && (
          <Text aria-live="polite">
            {phases[phase]}
            {isPending && usualMinutes !== null && `, ${t.usually({ time: formatMinutes(usualMinutes) })}`}
          </Text>
        )}
        {isPending && <OpeningHours />}
      </Box>
      {thenOrder && <ThenOrder id={id} thenOrder={thenOrder} />}
      {isPending && isRead && <PaidFrom recharge={recharge} />}
      {isPending && corrections.length < MAX_CORRECTIONS && <CorrectReference recharge={recharge} />}
    </Stack>
  );
}

/** The request keeps its place, and its former ids stay in the timeline. */
function CorrectReference({ recharge: { id, method } }: { recharge: Recharge }) {
  const t = useStore(rechargeProgressTexts);
  const utils = trpc.useUtils();
  const { mutateAsync, isPending } = trpc.balance.correctReference.useMutation();
  const schema = useMemo(() => z.object({ reference: referenceOf(method) }), [method]);
  const form = useSchemaForm(schema, { reference: '' });
  const correct = async ({ reference }: { reference: string }) => {
    try {
      utils.balance.recharge.setData({ id }, await mutateAsync({ id, reference }));
      form.reset();
    } catch (error) {
      showFormError(form, error, t.changeFailed);
    }
  };
  return (
    <Flex asChild gap="2" align="start" maxW="md">
      <form noValidate onSubmit={form.handleSubmit(correct)}>
        <TextField
          label={t.newReference}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          error={form.formState.errors.reference}
          {...form.register('reference')}
        />
        {/* Next to the field's box, below its label. */}
        <Button type="submit" variant="outline" mt="1.625rem" flexShrink="0" loading={isPending} loadingText={t.saving}>
          {t.correct}
        </Button>
      </form>
    </Flex>
  );
}
