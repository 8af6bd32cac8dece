import { Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { type SubmitEvent, useState } from 'react';
import { ChoiceField } from '../../../components/choice-field.tsx';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { shopCategoriesTexts } from '../../../i18n/en/admin/shop-categories.ts';
import { readError, reportError } from '../../../lib/errors.ts';
import { localName } from '../../../lib/local-name.ts';
import { showSuccess } from '../../../lib/toasts/toasts.ts';
import { trpc } from '../../../lib/trpc.ts';
import { useReadServicesAgain } from '../services/use-read-services-again.ts';
import { type ShopCategory, wholeName } from '../shop-categories.ts';
import { mergeTargets } from './tree.ts';

interface MergeDialogProps {
  from: ShopCategory;
  all: readonly ShopCategory[];
  onClose: () => void;
}

/** Makes a category a part of another one. Mount it when it opens. */
export default function MergeDialog({ from, all, onClose }: MergeDialogProps) {
  const t = useStore(shopCategoriesTexts);
  const targets = mergeTargets(from, all);
  const [into, setInto] = useState(String((targets.find(({ id }) => id === from.parentId) ?? targets[0])?.id ?? ''));
  const [problem, setProblem] = useState<string>();
  const readAgain = useReadServicesAgain();
  const { mutateAsync, isPending } = trpc.admin.categories.merge.useMutation();

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    try {
      const left = await mutateAsync({ from: from.id, into: Number(into) });
      showSuccess(t.mergeDone, localName(left));
      await readAgain();
      onClose();
    } catch (error) {
      const { code, message } = readError(error);
      if (code === 'bad_input') setProblem(message);
      else void reportError(t.mergeFailed, error);
    }
  };

  return (
    <FormDialog
      title={t.mergeTitle({ name: wholeName(from, all) })}
      submitLabel={t.mergeYes}
      pendingLabel={t.merging}
      pending={isPending}
      tone="danger"
      onSubmit={(event) => void submit(event)}
      onClose={onClose}
    >
      <ChoiceField
        label={t.mergeInto}
        data-autofocus
        value={into}
        error={problem === undefined ? undefined : { type: 'server', message: problem }}
        options={targets.map((each) => [String(each.id), wholeName(each, all)])}
        onChange={({ target }) => {
          setProblem(undefined);
          setInto(target.value);
        }}
      />
      <Text>{t.mergeMoves({ count: from.services })}</Text>
      <Text color="fg.muted">{t.mergeOldAddress({ slug: from.slug })}</Text>
    </FormDialog>
  );
}
