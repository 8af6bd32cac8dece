import { Button, Dialog, Portal, Table } from '@chakra-ui/react';
import { formatMoment } from '../../../lib/dates.ts';
import type { SettingDifference } from './setting-words.ts';

/** Somebody has saved the same since it was shown here. */
export interface Conflict {
  changedBy: string | undefined;
  changedAt: string | undefined;
  differences: SettingDifference[];
  saveMine: () => void;
  takeTheirs: () => void;
  close: () => void;
}

/** Shows what another admin has saved beside what is about to be saved over it, and lets the admin choose. */
export function SettingsConflict({ conflict }: { conflict: Conflict }) {
  const { changedBy, changedAt, differences, saveMine, takeTheirs, close } = conflict;
  const when = changedAt ? ` on ${formatMoment(changedAt)}` : '';
  return (
    <Dialog.Root open role="alertdialog" placement="center" size="lg" onOpenChange={({ open }) => !open && close()}>
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner>
          <Dialog.Content>
            <Dialog.Header>
              <Dialog.Title>Changed by {changedBy ?? 'somebody else'} meanwhile</Dialog.Title>
            </Dialog.Header>
            <Dialog.Body pt="0">
              <Dialog.Description mb="4">
                {changedBy ?? 'Somebody'} saved this{when}, after it was shown to you. Nothing of yours is saved yet.
              </Dialog.Description>
              <Table.ScrollArea
                borderWidth="1px"
                borderRadius="l2"
                tabIndex={0}
                aria-label="What differs"
                role="region"
              >
                <Table.Root size="sm">
                  <Table.Header>
                    <Table.Row>
                      <Table.ColumnHeader>Setting</Table.ColumnHeader>
                      <Table.ColumnHeader>Theirs, saved</Table.ColumnHeader>
                      <Table.ColumnHeader>Yours</Table.ColumnHeader>
                    </Table.Row>
                  </Table.Header>
                  <Table.Body>
                    {differences.map(({ label, theirs, mine }) => (
                      <Table.Row key={label}>
                        <Table.Cell color="fg.muted">{label}</Table.Cell>
                        <Table.Cell overflowWrap="anywhere" whiteSpace="pre-line">
                          {theirs}
                        </Table.Cell>
                        <Table.Cell overflowWrap="anywhere" whiteSpace="pre-line" fontWeight="semibold">
                          {mine}
                        </Table.Cell>
                      </Table.Row>
                    ))}
                  </Table.Body>
                </Table.Root>
              </Table.ScrollArea>
            </Dialog.Body>
            <Dialog.Footer flexWrap="wrap">
              <Button variant="ghost" onClick={close}>
                Keep editing
              </Button>
              <Button variant="outline" onClick={takeTheirs}>
                Take theirs
              </Button>
              <Button colorPalette="red" onClick={saveMine}>
                Save mine over it
              </Button>
            </Dialog.Footer>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
}
