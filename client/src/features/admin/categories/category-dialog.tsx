import { Alert, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { z } from 'zod';
import { MAX_CATEGORY, saveCategoryInput } from '#shared/shop-categories.ts';
import { ChoiceField } from '../../../components/choice-field.tsx';
import { TextField } from '../../../components/fields.tsx';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { shopCategoriesTexts } from '../../../i18n/en/admin/shop-categories.ts';
import { showFormError } from '../../../lib/errors.ts';
import { useSchemaForm } from '../../../lib/form.ts';
import { localName } from '../../../lib/local-name.ts';
import { showSuccess } from '../../../lib/toasts/toasts.ts';
import { trpc } from '../../../lib/trpc.ts';
import { closeForm } from '../run-change.ts';
import { useReadServicesAgain } from '../services/use-read-services-again.ts';
import type { ShopCategory } from '../shop-categories.ts';
import { hasKinds, hasNoOwn, topsOf } from './tree.ts';

const { name, nameBn, slug } = saveCategoryInput.shape;
const categoryForm = z.object({
  name,
  nameBn,
  /** The id of the top; empty for a top. */
  parentId: z.string().transform((id) => (id === '' ? null : Number(id))),
  slug: z
    .string()
    .trim()
    .transform((text) => (text === '' ? undefined : text))
    .pipe(slug),
});

interface CategoryDialogProps {
  /** Undefined for a new one. */
  category?: ShopCategory;
  /** The top of a new kind. */
  top?: ShopCategory | null;
  all: readonly ShopCategory[];
  onClose: () => void;
}

/** Adds a category, or gives one other names or another top. Mount it when it opens. */
export default function CategoryDialog({ category, top = null, all, onClose }: CategoryDialogProps) {
  const t = useStore(shopCategoriesTexts);
  const { form, submit, close } = useSaveCategory({ category, top, onClose });
  const { register, formState } = form;
  const { errors, isSubmitting } = formState;
  const staysTop = category && (category.slug === 'feature' || hasKinds(category, all));
  const tops = topsOf(all).filter(({ id }) => id !== category?.id);
  return (
    <FormDialog
      title={category ? t.editTitle : t.addTop}
      submitLabel={category ? t.save : t.add}
      pendingLabel={category ? t.saving : t.adding}
      pending={isSubmitting}
      onSubmit={(event) => void submit(event)}
      onClose={() => void close()}
    >
      {!category && hasNoOwn(all) && (
        <Alert.Root status="warning">
          <Alert.Indicator />
          <Alert.Content>
            <Alert.Description>{t.firstOwn}</Alert.Description>
          </Alert.Content>
        </Alert.Root>
      )}
      <TextField
        label={t.name}
        autoComplete="off"
        dir="auto"
        maxLength={MAX_CATEGORY}
        error={errors.name}
        {...register('name')}
      />
      <TextField
        label={t.nameBn}
        optional
        hint={t.nameBnHint}
        autoComplete="off"
        lang="bn"
        maxLength={MAX_CATEGORY}
        error={errors.nameBn}
        {...register('nameBn')}
      />
      {!staysTop && (
        <ChoiceField
          label={t.parent}
          error={errors.parentId}
          options={[['', t.parentNone], ...tops.map((each) => [String(each.id), localName(each)] as const)]}
          {...register('parentId')}
        />
      )}
      {category ? (
        <Text textStyle="sm" color="fg.muted" overflowWrap="anywhere">
          {t.slugFixed({ slug: category.slug })}
        </Text>
      ) : (
        <TextField
          label={t.slug}
          optional
          hint={t.slugHint}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          fontFamily="mono"
          maxLength={MAX_CATEGORY}
          error={errors.slug}
          {...register('slug')}
        />
      )}
    </FormDialog>
  );
}

/** The form of a category, which adds or saves it. */
function useSaveCategory({ category, top, onClose }: Pick<CategoryDialogProps, 'category' | 'top' | 'onClose'>) {
  const readAgain = useReadServicesAgain();
  const { mutateAsync } = trpc.admin.categories.save.useMutation();
  const parentId = category ? category.parentId : (top?.id ?? null);
  const form = useSchemaForm(categoryForm, {
    name: category?.name ?? '',
    nameBn: category?.nameBn ?? '',
    parentId: String(parentId ?? ''),
    slug: '',
  });
  const { isDirty } = form.formState;

  const submit = form.handleSubmit(async ({ slug: typedSlug, ...fields }) => {
    const t = shopCategoriesTexts.get();
    try {
      const saved = await mutateAsync({
        ...fields,
        ...(category && { id: category.id }),
        ...(typedSlug !== undefined && { slug: typedSlug }),
      });
      showSuccess(category ? t.saved : t.added, localName(saved));
      await readAgain();
      onClose();
    } catch (error) {
      showFormError(form, error, category ? t.saveFailed : t.addFailed);
    }
  });

  return { form, submit, close: () => closeForm(isDirty, onClose) };
}
