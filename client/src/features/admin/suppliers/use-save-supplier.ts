import { useMemo, useState } from 'react';
import { supplierTexts } from '../../../i18n/en/admin/suppliers.ts';
import { isUnsure, readError, showFormError } from '../../../lib/errors.ts';
import { useSchemaForm } from '../../../lib/form.ts';
import { useRequestId } from '../../../lib/request-id.ts';
import { showError, showSuccess } from '../../../lib/toasts/toasts.ts';
import { trpc } from '../../../lib/trpc.ts';
import { closeForm } from '../run-change.ts';
import type { Supplier } from './supplier.ts';
import { supplierForm, type TypedSupplier, typedSupplier } from './supplier-form.ts';
import { useReadSuppliersAgain } from './use-supplier-changes.ts';

export interface OpenedSupplier {
  /** As it was when the form was opened; undefined for a new one. */
  supplier: Supplier | undefined;
  onClose: () => void;
}

/** A field at the opening of the form, as saved by another admin, and in this form. */
export interface SupplierConflict {
  field: Exclude<keyof TypedSupplier, 'key' | 'samePanel'>;
  was: string | boolean;
  now: string | boolean;
  typed: string | boolean;
}

/**
 * The form of a supplier. If another admin has changed it in the meantime, nothing is saved: untouched fields take the new values, the
 * others are displayed as conflicts, and a second save overwrites them.
 */
export function useSaveSupplier({ supplier, onClose }: OpenedSupplier) {
  const readAgain = useReadSuppliersAgain();
  const { requestId } = useRequestId();
  const [seen, setSeen] = useState(supplier);
  const schema = useMemo(() => supplierForm(seen), [seen]);
  const form = useSchemaForm(schema, typedSupplier(supplier));
  const [conflicts, setConflicts] = useState<SupplierConflict[] | null>(null);
  // The key must not stay in memory.
  const { mutateAsync, reset } = trpc.admin.suppliers.save.useMutation({ gcTime: 0 });
  const { isDirty } = form.formState;

  const save = async (fields: Parameters<Parameters<typeof form.handleSubmit>[0]>[0], opened: typeof seen) => {
    const t = supplierTexts.get();
    const of = opened ? { id: opened.id, expectedUpdatedAt: opened.updatedAt } : { requestId };
    try {
      await mutateAsync({ ...fields, ...of });
      showSuccess(t.saved, t.savedText({ name: fields.name }));
      onClose();
    } catch (error) {
      const { changedSupplier } = readError(error).details;
      if (opened && changedSupplier) {
        const current = { ...opened, ...changedSupplier };
        const found = conflictsOf({
          was: typedSupplier(opened),
          now: typedSupplier(current),
          typed: form.getValues(),
        });
        setSeen(current);
        // It was only stopped or resumed.
        if (found.length === 0) return save(fields, current);
        setConflicts(found);
        form.reset(typedSupplier(current), { keepDirtyValues: true });
      } else if (isUnsure(readError(error))) void showError(t.saveFailed, t.saveLost);
      else showFormError(form, error, t.saveFailed);
    }
    reset();
    await readAgain();
  };

  const submit = form.handleSubmit((fields) => save(fields, seen));
  return { form, submit, conflicts, seen, close: () => closeForm(isDirty, onClose) };
}

function conflictsOf({ was, now, typed }: Record<'was' | 'now' | 'typed', TypedSupplier>): SupplierConflict[] {
  const { key: _, samePanel: __, ...fields } = now;
  const names = Object.keys(fields) as SupplierConflict['field'][];
  return names
    .filter((field) => was[field] !== now[field])
    .map((field) => ({
      field,
      was: was[field],
      now: now[field],
      // An untouched field has the other admin's value.
      typed: typed[field] === was[field] ? now[field] : typed[field],
    }));
}
