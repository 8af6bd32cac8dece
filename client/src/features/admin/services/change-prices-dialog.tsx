import { Field, Input, SimpleGrid } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { priceSteps } from '#shared/admin-services.ts';
import { ChoiceField } from '../../../components/choice-field.tsx';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { changePricesTexts } from '../../../i18n/en/admin/admin-services.ts';
import { readError } from '../../../lib/errors.ts';
import { ChangeProblem } from './change-problem.tsx';
import { PricesPreview } from './prices-preview.tsx';
import { type PriceStep, type ServiceScope, stepName, useChangePrices } from './use-change-prices.ts';

interface ChangePricesDialogProps {
  scope: ServiceScope;
  /** The services as text: "12 selected services". */
  scopeName: string;
  onClose: () => void;
  onDone: () => void;
}

/** Raises or lowers many prices by a percentage, after a preview. Mount it when it opens. */
export default function ChangePricesDialog({ scope, scopeName, onClose, onDone }: ChangePricesDialogProps) {
  const t = useStore(changePricesTexts);
  const change = useChangePrices(scope, onDone);
  const { percent, step, preview, isHeld } = change;
  const previewProblem = change.previewError && readError(change.previewError).message;
  const problem = change.problem ?? previewProblem;
  return (
    <FormDialog
      title={t.heading}
      text={t.headingText({ services: scopeName })}
      size="lg"
      submitLabel={isHeld ? t.sendAgain : preview ? t.changeCount({ count: preview.changed }) : t.change}
      pendingLabel={t.changing}
      pending={change.isPending}
      onSubmit={(event) => {
        event.preventDefault();
        void change.submit();
      }}
      onClose={onClose}
    >
      <SimpleGrid columns={{ base: 1, sm: 2 }} gap="4">
        <Field.Root invalid={percent.error !== null}>
          <Field.Label>{t.byPercent}</Field.Label>
          <Input
            data-autofocus
            inputMode="text"
            autoComplete="off"
            placeholder="10"
            maxLength={20}
            disabled={isHeld}
            value={percent.typed}
            onChange={({ target }) => percent.set(target.value)}
          />
          <Field.HelperText>{t.byPercentHint}</Field.HelperText>
          {percent.error && <Field.ErrorText>{percent.error}</Field.ErrorText>}
        </Field.Root>
        <ChoiceField
          label={t.roundedTo}
          hint={t.roundedToHint}
          disabled={isHeld}
          value={String(step.stepMicros)}
          options={priceSteps.map((each) => [String(each), stepName(each)])}
          onChange={({ target }) => step.set(Number(target.value) as PriceStep)}
        />
      </SimpleGrid>
      {preview && <PricesPreview preview={preview} isCurrent={change.isCurrent || isHeld} />}
      {problem && <ChangeProblem message={problem} />}
    </FormDialog>
  );
}
