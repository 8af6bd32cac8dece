import { Button, Flex, SimpleGrid, Stack } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { z } from 'zod';
import { decimalFromMicros } from '#shared/money.ts';
import { setSupplierRulesInput } from '#shared/supplier-catalogue.ts';
import { TextField } from '../../../../components/fields.tsx';
import { supplierRuleTexts } from '../../../../i18n/en/admin/supplier-catalogue.ts';
import { showFormError } from '../../../../lib/errors.ts';
import { useSchemaForm } from '../../../../lib/form.ts';
import { parseHundredths } from '../../../../lib/parse-typed.ts';
import { showSuccess } from '../../../../lib/toasts/toasts.ts';
import { type Outputs, trpc } from '../../../../lib/trpc.ts';
import { typedPrice } from '../../../../lib/typed-numbers.ts';
import { SectionFrame } from '../../settings/section-frame.tsx';
import { useUnsavedChanges } from '../../use-ask-before-leaving.ts';
import { marginAsTyped } from '../supplier-form.ts';

type Rules = Outputs['admin']['suppliers']['rules'];

/** A typed percentage that the server judges by the same rule. */
function typedPercent(rules: z.ZodType<unknown, number | undefined>) {
  return z.string().transform((text, context): number => {
    const hundredths = parseHundredths(text.replace(/%\s*$/, ''));
    const percent = hundredths === null ? Number.NaN : hundredths / 100;
    const message = rules.safeParse(percent).error?.issues[0]?.message;
    if (message === undefined) return percent;
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  });
}

const { marginPercent, leastMarginPercent, smallChangePercent, floorMicros, stepMicros } = setSupplierRulesInput.shape;

const rulesForm = z.object({
  marginPercent: typedPercent(marginPercent),
  leastMarginPercent: typedPercent(leastMarginPercent),
  smallChangePercent: typedPercent(smallChangePercent),
  floorMicros: typedPrice(floorMicros.unwrap(), 'Least price must be dollars with at most 6 decimals'),
  stepMicros: typedPrice(stepMicros.unwrap(), 'Step must be dollars with at most 6 decimals'),
});

function asTyped(rules: Rules): z.input<typeof rulesForm> {
  return {
    marginPercent: marginAsTyped(rules.marginPercent),
    leastMarginPercent: marginAsTyped(rules.leastMarginPercent),
    smallChangePercent: marginAsTyped(rules.smallChangePercent),
    floorMicros: decimalFromMicros(rules.floorMicros),
    stepMicros: decimalFromMicros(rules.stepMicros),
  };
}

/** The rules of prices by cost. */
export function RulesForm({ rules }: { rules: Rules }) {
  const t = useStore(supplierRuleTexts);
  const utils = trpc.useUtils();
  const { mutateAsync } = trpc.admin.suppliers.setRules.useMutation();
  const form = useSchemaForm(rulesForm, asTyped(rules));
  const { register, handleSubmit, formState, reset } = form;
  const { errors, isSubmitting, isDirty } = formState;
  useUnsavedChanges(isDirty);

  const submit = handleSubmit(async (fields) => {
    try {
      const saved = await mutateAsync(fields);
      utils.admin.suppliers.rules.setData(undefined, saved);
      reset(asTyped(saved));
      showSuccess(t.saved, t.prices);
      void utils.admin.suppliers.proposal.invalidate();
    } catch (error) {
      showFormError(form, error, t.failed);
    }
  });

  const number = { autoComplete: 'off', inputMode: 'decimal', fontVariantNumeric: 'tabular-nums' } as const;
  return (
    <SectionFrame title={t.prices} text={t.pricesText}>
      <Stack asChild gap="4" px={{ base: '4', md: '6' }} pb={{ base: '4', md: '6' }}>
        <form noValidate onSubmit={(event) => void submit(event)}>
          <SimpleGrid columns={{ base: 1, sm: 2, xl: 3 }} gap="4">
            <TextField
              label={t.margin}
              hint={t.marginHint}
              {...number}
              error={errors.marginPercent}
              {...register('marginPercent')}
            />
            <TextField
              label={t.leastMargin}
              hint={t.leastMarginHint}
              {...number}
              error={errors.leastMarginPercent}
              {...register('leastMarginPercent')}
            />
            <TextField
              label={t.smallChange}
              hint={t.smallChangeHint}
              {...number}
              error={errors.smallChangePercent}
              {...register('smallChangePercent')}
            />
            <TextField
              label={t.floor}
              hint={t.floorHint}
              {...number}
              error={errors.floorMicros}
              {...register('floorMicros')}
            />
            <TextField
              label={t.step}
              hint={t.floorHint}
              {...number}
              error={errors.stepMicros}
              {...register('stepMicros')}
            />
          </SimpleGrid>
          <Flex>
            <Button
              type="submit"
              colorPalette="brand"
              loading={isSubmitting}
              loadingText={t.saving}
              disabled={!isDirty}
            >
              {t.save}
            </Button>
          </Flex>
        </form>
      </Stack>
    </SectionFrame>
  );
}
