import { Button, Flex, SimpleGrid, Stack } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { z } from 'zod';
import { decimalFromMicros } from '#shared/money.ts';
import { setSupplierRulesInput } from '#shared/supplier-rules.ts';
import { TextField } from '../../../../components/fields.tsx';
import { supplierRuleTexts } from '../../../../i18n/en/admin/supplier-catalogue.ts';
import { errorCodeOf, showFormError } from '../../../../lib/errors.ts';
import { useSchemaForm } from '../../../../lib/form.ts';
import { parseHundredths } from '../../../../lib/parse-typed.ts';
import { returnFocus } from '../../../../lib/return-focus.ts';
import { showSuccess } from '../../../../lib/toasts/toasts.ts';
import { type Outputs, trpc } from '../../../../lib/trpc.ts';
import { typedInteger, typedPrice } from '../../../../lib/typed-numbers.ts';
import { differences, type Line, useConflict } from '../../settings/conflict.tsx';
import { SectionFrame } from '../../settings/section-frame.tsx';
import { useUnsavedChanges } from '../../use-ask-before-leaving.ts';
import { focusedButton } from '../../use-row-tasks.ts';
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

const { marginPercent, leastMarginPercent, smallChangePercent, risePercent, floorMicros, stepMicros, refillDays } =
  setSupplierRulesInput.shape;

const rulesForm = z.object({
  marginPercent: typedPercent(marginPercent),
  leastMarginPercent: typedPercent(leastMarginPercent),
  smallChangePercent: typedPercent(smallChangePercent),
  risePercent: typedPercent(risePercent),
  floorMicros: typedPrice(floorMicros.unwrap(), 'Least price must be dollars with at most 6 decimals'),
  stepMicros: typedPrice(stepMicros.unwrap(), 'Step must be dollars with at most 6 decimals'),
  refillDays: typedInteger(refillDays.unwrap(), 'Refill period must be a whole number'),
});

type TypedRules = z.input<typeof rulesForm>;

function asTyped(rules: Omit<Rules, 'updatedAt'>): TypedRules {
  return {
    marginPercent: marginAsTyped(rules.marginPercent),
    leastMarginPercent: marginAsTyped(rules.leastMarginPercent),
    smallChangePercent: marginAsTyped(rules.smallChangePercent),
    risePercent: marginAsTyped(rules.risePercent),
    floorMicros: decimalFromMicros(rules.floorMicros),
    stepMicros: decimalFromMicros(rules.stepMicros),
    refillDays: String(rules.refillDays),
  };
}

function fieldsOf(t: ReturnType<typeof supplierRuleTexts.get>) {
  return [
    { name: 'marginPercent', label: t.margin, hint: t.marginHint },
    { name: 'leastMarginPercent', label: t.leastMargin, hint: t.leastMarginHint },
    { name: 'risePercent', label: t.rise, hint: t.riseHint },
    { name: 'smallChangePercent', label: t.smallChange, hint: t.smallChangeHint },
    { name: 'floorMicros', label: t.floor, hint: t.floorHint },
    { name: 'stepMicros', label: t.step, hint: t.floorHint },
    { name: 'refillDays', label: t.refillDays, hint: t.refillDaysHint },
  ] as const;
}

function linesOfRules(): Line<TypedRules>[] {
  return fieldsOf(supplierRuleTexts.get()).map(({ name, label }) => ({ label, text: (rules) => rules[name] }));
}

/** The rules of prices by cost. Another admin's change is compared before it is overwritten. */
export function RulesForm({ rules }: { rules: Rules }) {
  const t = useStore(supplierRuleTexts);
  const utils = trpc.useUtils();
  const { mutateAsync } = trpc.admin.suppliers.setRules.useMutation();
  /** The initial values; the stored ones may have changed since. */
  const [seen, setSeen] = useState(rules);
  const conflict = useConflict();
  const form = useSchemaForm(rulesForm, asTyped(seen));
  const { register, handleSubmit, formState, reset } = form;
  const { errors, isSubmitting, isDirty } = formState;
  useUnsavedChanges(isDirty);

  const beginWith = (stored: Rules) => {
    setSeen(stored);
    reset(asTyped(stored));
  };

  const save = async (fields: z.output<typeof rulesForm>, known: Rules): Promise<void> => {
    try {
      const saved = await mutateAsync({ ...fields, expectedUpdatedAt: known.updatedAt });
      utils.admin.suppliers.rules.setData(undefined, saved);
      beginWith(saved);
      showSuccess(t.saved, t.prices);
      void utils.admin.suppliers.proposal.invalidate();
    } catch (error) {
      if (errorCodeOf(error) !== 'settings_changed') return showFormError(form, error, t.failed);
      const stored = await utils.admin.suppliers.rules.fetch(undefined, { staleTime: 0 });
      conflict.show({
        ...{ changedBy: undefined, changedAt: undefined },
        differences: differences(linesOfRules(), asTyped({ ...stored, ...fields }), asTyped(stored)),
        saveMine: () => void save(fields, stored),
        takeTheirs: () => beginWith(stored),
      });
    }
  };

  const submit = handleSubmit((fields) => {
    returnFocus(focusedButton());
    return save(fields, seen);
  });

  return (
    <SectionFrame title={t.prices} text={t.pricesText}>
      <Stack asChild gap="4" px={{ base: '4', md: '6' }} pb={{ base: '4', md: '6' }}>
        <form noValidate onSubmit={(event) => void submit(event)}>
          <SimpleGrid columns={{ base: 1, sm: 2, xl: 3 }} gap="4">
            {fieldsOf(t).map(({ name, ...field }) => (
              <TextField
                key={name}
                {...field}
                autoComplete="off"
                inputMode="decimal"
                fontVariantNumeric="tabular-nums"
                error={errors[name]}
                {...register(name)}
              />
            ))}
          </SimpleGrid>
          <Flex>
            <Button type="submit" colorPalette="brand" loading={isSubmitting} loadingText={t.saving}>
              {t.save}
            </Button>
          </Flex>
        </form>
      </Stack>
      {conflict.dialog}
    </SectionFrame>
  );
}
