import { useState } from 'react';
import { serviceFormTexts } from '../../../i18n/en/admin/admin-services.ts';
import { applyFieldErrors, readError } from '../../../lib/errors.ts';
import { useSchemaForm } from '../../../lib/form.ts';
import { showError, showSuccess } from '../../../lib/toasts/toasts.ts';
import { trpc } from '../../../lib/trpc.ts';
import { closeForm } from '../run-change.ts';
import type { Service } from './service.ts';
import {
  asTyped,
  changedServiceForm,
  formFieldOf,
  type StoredFields,
  type TypedService,
  whyNotSaved,
} from './service-form.ts';
import { useReadServicesAgain } from './use-read-services-again.ts';

export interface OpenedService {
  /** As it was when the form was opened. */
  service: Service;
  onClose: () => void;
}

type TypedField = Exclude<keyof TypedService, 'fieldsOfSupplier'>;

/** A field at the opening of the form, as it is stored now, and in this form. */
export interface FieldConflict {
  field: TypedField;
  was: string | boolean;
  now: string | boolean;
  typed: string | boolean;
}

/**
 * The form of an existing service. If another admin has changed it in the meantime, nothing is saved: untouched fields take the new
 * values, the others are displayed as conflicts, and a second save overwrites them. `reread` takes the service as a change of its
 * sources or its price rule has left it.
 */
export function useUpdateService({ service, onClose }: OpenedService) {
  const readAgain = useReadServicesAgain();
  const utils = trpc.useUtils();
  const { mutateAsync } = trpc.admin.services.update.useMutation();
  const form = useSchemaForm(changedServiceForm, asTyped(service));
  const { isDirty, dirtyFields } = form.formState;
  const [seen, setSeen] = useState({ typed: asTyped(service), updatedAt: service.updatedAt });
  const [conflicts, setConflicts] = useState<FieldConflict[] | null>(null);

  /** @returns the fields whose stored value has changed */
  const take = ({ updatedAt, ...stored }: StoredFields & { updatedAt: string }): FieldConflict[] => {
    const now = asTyped(stored);
    const changed = conflictsOf({ was: seen.typed, now, typed: form.getValues() });
    setSeen({ typed: now, updatedAt });
    form.reset(now, { keepDirtyValues: true });
    return changed;
  };

  const reread = async () => {
    const stored = await utils.admin.services.get.fetch({ id: service.id }, { staleTime: 0 });
    const typedOver = take(stored).filter(({ typed, now }) => typed !== now);
    if (typedOver.length > 0) setConflicts(typedOver);
  };

  const submit = form.handleSubmit(async ({ fieldsOfSupplier, ...fields }) => {
    const t = serviceFormTexts.get();
    // A typed field is the shop's own.
    const following = fieldsOfSupplier?.filter((field) => !dirtyFields[formFieldOf[field]]);
    try {
      await mutateAsync({
        ...{ id: service.id, ...fields, expectedUpdatedAt: seen.updatedAt },
        ...(following && { fieldsOfSupplier: following }),
      });
      showSuccess(t.updated, fields.name);
      void readAgain();
      onClose();
    } catch (error) {
      const { changedTo } = readError(error).details;
      if (changedTo) {
        setConflicts(take(changedTo));
        void readAgain();
      } else if (applyFieldErrors(form, error) !== null)
        void showError(t.updateFailed, whyNotSaved(error, t.updateFailedText));
    }
  });

  const close = () => closeForm(isDirty, onClose);

  return { form, submit, close, conflicts, reread };
}

function conflictsOf({ was, now, typed }: Record<'was' | 'now' | 'typed', TypedService>): FieldConflict[] {
  const fields = Object.keys(now) as TypedField[];
  return fields
    .filter((field) => was[field] !== now[field])
    .map((field) => ({
      field,
      was: was[field] ?? '',
      now: now[field] ?? '',
      // An untouched field has the other admin's value.
      typed: (typed[field] === was[field] ? now[field] : typed[field]) ?? '',
    }));
}
