import { Button, type ButtonProps, Flex } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { supplierTexts } from '../../../i18n/en/admin/suppliers.ts';
import type { Supplier } from './supplier.ts';
import type { SupplierChanges } from './use-supplier-changes.ts';

interface SupplierActionsProps {
  supplier: Supplier;
  changes: SupplierChanges;
  onEdit: (supplier: Supplier) => void;
  look?: ButtonProps;
}

/** Stop or resume, test, and edit: one press each. */
export function SupplierActions({ supplier, changes, onEdit, look }: SupplierActionsProps) {
  const t = useStore(supplierTexts);
  const { id, name, stopped } = supplier;
  const task = changes.pending.get(String(id));
  const button: ButtonProps = { variant: 'outline', disabled: task !== undefined, ...look };
  return (
    <Flex gap="2" wrap="wrap" justify={{ base: 'start', md: 'end' }}>
      {stopped ? (
        <Button
          {...button}
          loading={task === 'resume'}
          aria-label={t.resumeOf({ name })}
          onClick={() => changes.resume(supplier)}
        >
          {t.resume}
        </Button>
      ) : (
        <Button
          {...button}
          loading={task === 'stop'}
          aria-label={t.stopOf({ name })}
          onClick={() => changes.stop(supplier)}
        >
          {t.stop}
        </Button>
      )}
      <Button
        {...button}
        loading={task === 'test'}
        loadingText={changes.line}
        aria-label={t.testOf({ name })}
        onClick={() => changes.test(supplier)}
      >
        {t.test}
      </Button>
      <Button {...button} aria-label={t.editOf({ name })} onClick={() => onEdit(supplier)}>
        {t.edit}
      </Button>
    </Flex>
  );
}

/** In a row of a list: small in a table, large on a card. */
export const rowButtonLook: ButtonProps = { size: { base: 'md', md: 'xs' }, flex: { base: '1', md: 'none' } };
