import { Button, Dialog, Portal, Table } from '@chakra-ui/react';
import { useState } from 'react';
import { formatMoment } from '../../../lib/dates.ts';

export interface Difference {
  label: string;
  theirs: string;
  mine: string;
}

export interface Line<Fields> {
  label: string;
  text: (fields: Fields) => string;
}

/** The fields where the input differs from what is stored, a line each. */
export function differences<Fields>(lines: readonly Line<Fields>[], mine: Fields, stored: Fields): Difference[] {
  return lines
    .map(({ label, text }) => ({ label, theirs: text(stored), mine: text(mine) }))
    .filter((line) => line.theirs !== line.mine);
}

/** Another admin has saved the same since it was displayed here. */
export interface Conflict {
  changedBy: string | undefined;
  changedAt: string | undefined;
  differences: Difference[];
  saveMine: () => void;
  takeTheirs: () => void;
}

/** The conflict to choose from; each choice closes it. */
export function useConflict() {
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const close = () => setConflict(null);
  const closing = (choose: () => void) => () => {
    close();
    choose();
  };
  const show = ({ saveMine, takeTheirs, ...facts }: Conflict) =>
    setConflict({ ...facts, saveMine: closing(saveMine), takeTheirs: closing(takeTheirs) });
  return { dialog: conflict && <ConflictDialog conflict={conflict} close={close} />, show };
}

/** Compares another admin's saved values with the input, and lets the admin choose. */
function ConflictDialog({ conflict, close }: { conflict: Conflict; close: () => void }) {
  const { changedBy, changedAt, saveMine, takeTheirs } = conflict;
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
                    {conflict.differences.map(({ label, theirs, mine }) => (
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
