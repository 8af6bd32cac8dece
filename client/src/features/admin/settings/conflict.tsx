import { Button, Dialog, Table } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { settingsTexts } from '../../../i18n/en/admin/settings.ts';
import { formatMoment } from '../../../lib/dates.ts';
import { Modal } from '../../../lib/modal.tsx';

export interface Difference {
  label: string;
  theirs: string;
  mine: string;
}

export interface Line<Fields> {
  label: string;
  text: (fields: Fields) => string;
  /** By default, whether the texts are the same. */
  isSame?: (one: Fields, other: Fields) => boolean;
}

/** The fields where the input differs from what is stored, a line each. */
export function differences<Fields>(lines: readonly Line<Fields>[], mine: Fields, stored: Fields): Difference[] {
  return lines
    .filter(({ text, isSame = (one, other) => text(one) === text(other) }) => !isSame(mine, stored))
    .map(({ label, text }) => ({ label, theirs: text(stored), mine: text(mine) }));
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
  const t = useStore(settingsTexts);
  const who = changedBy ?? t.somebody;
  return (
    <Modal role="alertdialog" size="lg" onClose={close}>
      <Dialog.Header>
        <Dialog.Title>{t.changedBy({ who: changedBy ?? t.somebodyElse })}</Dialog.Title>
      </Dialog.Header>
      <Dialog.Body pt="0">
        <Dialog.Description mb="4">
          {changedAt ? t.meanwhileByAt({ who, when: formatMoment(changedAt) }) : t.meanwhileBy({ who })}
        </Dialog.Description>
        <Table.ScrollArea borderWidth="1px" borderRadius="l2" tabIndex={0} aria-label={t.differs} role="region">
          <Table.Root size="sm">
            <Table.Header>
              <Table.Row>
                <Table.ColumnHeader>{t.setting}</Table.ColumnHeader>
                <Table.ColumnHeader>{t.theirs}</Table.ColumnHeader>
                <Table.ColumnHeader>{t.mine}</Table.ColumnHeader>
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
          {t.keepEditing}
        </Button>
        <Button variant="outline" onClick={takeTheirs}>
          {t.takeTheirs}
        </Button>
        <Button colorPalette="red" onClick={saveMine}>
          {t.saveMine}
        </Button>
      </Dialog.Footer>
    </Modal>
  );
}
