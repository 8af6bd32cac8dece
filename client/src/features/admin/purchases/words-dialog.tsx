import { Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { useDeferredValue } from 'react';
import { z } from 'zod';
import { refusalWord } from '#shared/forwards.ts';
import { refusalMeanings } from '#shared/supplier-words.ts';
import { Choice } from '../../../components/choice.tsx';
import { FieldFrame, TextField } from '../../../components/fields.tsx';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { forwardTexts, refusalEffectTexts, refusalMeaningTexts } from '../../../i18n/en/admin/forwards.ts';
import { showFormError } from '../../../lib/errors.ts';
import { useSchemaForm } from '../../../lib/form.ts';
import { trpc } from '../../../lib/trpc.ts';
import type { Forward } from './forward.ts';
import type { Settling } from './use-settle.ts';

interface WordsDialogProps {
  forward: Forward;
  /** The supplier's words. */
  answer: string;
  settle: Settling['settle'];
  onClose: () => void;
}

const LONGEST = 200;
const wordsForm = z.object({ ...refusalWord.omit({ supplierId: true }).shape, isOfAll: z.boolean() });

/** Asks what a supplier's words mean, and says how many purchases that settles, and how. Mount it when it opens. */
export default function WordsDialog({ forward, answer, settle, onClose }: WordsDialogProps) {
  const t = useStore(forwardTexts);
  const meanings = useStore(refusalMeaningTexts);
  const effects = useStore(refusalEffectTexts);
  const form = useSchemaForm(wordsForm, {
    text: answer.slice(0, LONGEST).trim(),
    meaning: 'may_be_bought',
    isOfAll: false,
  });
  const { errors, isSubmitting } = form.formState;
  const [typed, chosenMeaning, isOfAll] = form.watch(['text', 'meaning', 'isOfAll']);
  const meaning = refusalMeanings.find((each) => each === chosenMeaning) ?? 'may_be_bought';
  const supplierId = isOfAll ? null : forward.supplierId;
  const words = refusalWord.shape.text.safeParse(useDeferredValue(typed));
  const counted = trpc.admin.forwards.countByWords.useQuery(
    { text: words.data ?? '', supplierId },
    { enabled: words.success },
  );
  const count = words.success ? counted.data?.count : undefined;

  const submit = form.handleSubmit(async ({ text, meaning: chosen }) => {
    try {
      await settle(forward, 'not_bought', { words: { text, meaning: chosen, supplierId } });
      onClose();
    } catch (error) {
      showFormError(form, error, t.settleFailed);
    }
  });

  return (
    <FormDialog
      title={t.wordsMean}
      text={t.wordsText}
      submitLabel={t.wordsSave}
      pendingLabel={t.settling}
      pending={isSubmitting}
      movesMoney
      onSubmit={(event) => void submit(event)}
      onClose={onClose}
    >
      <TextField
        label={t.wordsPart}
        hint={t.wordsHint}
        autoComplete="off"
        spellCheck={false}
        dir="auto"
        maxLength={LONGEST}
        error={errors.text}
        {...form.register('text')}
      />
      <FieldFrame label={t.wordsMeaning}>
        <Choice
          look={{ size: 'md' }}
          value={meaning}
          options={refusalMeanings.map((each) => [each, meanings[each]] as const)}
          onChange={(value) => form.setValue('meaning', refusalMeanings.find((each) => each === value) ?? meaning)}
        />
      </FieldFrame>
      <FieldFrame label={t.wordsOf}>
        <Choice
          look={{ size: 'md' }}
          value={isOfAll ? 'all' : 'one'}
          options={[
            ['one', forward.supplierName ?? '–'],
            ['all', t.wordsOfAll],
          ]}
          onChange={(value) => form.setValue('isOfAll', value === 'all')}
        />
      </FieldFrame>
      {count !== undefined && (
        <Text role="status" textStyle="sm" color={meaning === 'may_be_bought' ? 'fg.muted' : 'fg.warning'}>
          {t.wordsWaiting({ count })} {effects[meaning]}
        </Text>
      )}
    </FormDialog>
  );
}
