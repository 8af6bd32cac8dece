import { Box, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { ChoiceField } from '../../../components/choice-field.tsx';
import { TextField } from '../../../components/fields.tsx';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { serviceFormTexts } from '../../../i18n/en/admin/admin-services.ts';
import { changeKindTexts, changeManyTexts } from '../../../i18n/en/admin/change-services.ts';
import { readError } from '../../../lib/errors.ts';
import { targetWords } from '../../../lib/link-target.ts';
import type { Outputs } from '../../../lib/trpc.ts';
import { FactChips } from '../fact-chips.tsx';
import { useShopCategories } from '../shop-categories.ts';
import { ChangeFacts } from './change-facts.tsx';
import { ChangeProblem } from './change-problem.tsx';
import { ChangedServices } from './changed-services.tsx';
import { TargetChoice } from './link-fields.tsx';
import { type ChangeKind, type TypedChange, useChangeMany } from './use-change-many.ts';
import type { ServiceScope } from './use-change-prices.ts';

interface ChangeManyDialogProps {
  scope: ServiceScope;
  /** The services as text: "12 selected services". */
  scopeName: string;
  onClose: () => void;
  onDone: () => void;
}

/** Hides, shows, deletes or moves many services, or changes their permissions, after a preview. Mount it when it opens. */
export default function ChangeManyDialog({ scope, scopeName, onClose, onDone }: ChangeManyDialogProps) {
  const t = useStore(changeManyTexts);
  const kinds = useStore(changeKindTexts);
  const change = useChangeMany(scope, onDone);
  const { typed, preview, isHeld } = change;
  const problem = change.problem ?? (change.previewError && readError(change.previewError).message);
  const isDeletion = typed.kind === 'delete';
  const count = preview?.changed;
  const toSubmit = isDeletion ? t.deleteCount : t.changeCount;
  return (
    <FormDialog
      title={t.heading}
      text={t.headingText({ services: scopeName })}
      size="lg"
      tone={isDeletion ? 'danger' : 'plain'}
      submitLabel={isHeld ? t.sendAgain : count === undefined ? t.change : toSubmit({ count })}
      pendingLabel={t.changing}
      pending={change.isPending}
      onSubmit={(event) => {
        event.preventDefault();
        void change.submit();
      }}
      onClose={onClose}
    >
      <ChoiceField
        label={t.what}
        data-autofocus
        disabled={isHeld}
        value={typed.kind}
        options={[['', t.choose], ...Object.entries(kinds)]}
        onChange={({ target }) => change.set({ kind: target.value as ChangeKind })}
      />
      <Value change={change} />
      {isDeletion && <Text color="fg.warning">{t.deleteText}</Text>}
      {preview && <ManyPreview preview={preview} isCurrent={change.isCurrent || isHeld} />}
      {problem && <ChangeProblem message={problem} />}
    </FormDialog>
  );
}

/** The field of the chosen change, if it needs a value. */
function Value({ change: { typed, set, error, isHeld } }: { change: ReturnType<typeof useChangeMany> }) {
  const t = useStore(changeManyTexts);
  const { options } = useShopCategories();
  if (typed.kind === 'category')
    return (
      <ChoiceField
        label={t.category}
        disabled={isHeld}
        value={typed.category}
        options={[['', t.choose], ...options]}
        onChange={({ target }) => set({ category: target.value })}
      />
    );
  if (typed.kind === 'refill')
    return (
      <TextField
        label={t.refillDays}
        hint={t.refillDaysHint}
        error={error === null ? undefined : { type: 'value', message: error }}
        inputMode="numeric"
        autoComplete="off"
        maxW="10rem"
        disabled={isHeld}
        value={typed.refillDays}
        onChange={({ target }) => set({ refillDays: target.value })}
      />
    );
  if (typed.kind === 'facts') return <ChangeFacts typed={typed} error={error} disabled={isHeld} set={set} />;
  if (typed.kind === 'sample') return <Text color="fg.muted">{t.sampleText}</Text>;
  if (typed.kind === 'nameBn') return <Text color="fg.muted">{t.nameBnText}</Text>;
  if (typed.kind === 'links')
    return (
      <>
        <ChoiceField
          label={t.links}
          hint={typed.links === 'as_read' ? t.linksAsReadHint : undefined}
          disabled={isHeld}
          value={typed.links}
          options={[
            ['', t.choose],
            ['as_read', t.linksAsRead],
            ['chosen', t.linksChosen],
          ]}
          onChange={({ target }) => set({ links: target.value as TypedChange['links'] })}
        />
        {typed.links === 'chosen' && !isHeld && (
          <TargetChoice target={typed.target} onChange={(target) => set({ target })} />
        )}
      </>
    );
  if (typed.kind === 'cancel' || typed.kind === 'speedUp')
    return (
      <ChoiceField
        label={t.customersMayAsk}
        disabled={isHeld}
        value={typed.allowed}
        options={[
          ['', t.choose],
          ['yes', t.allowed],
          ['no', t.notAllowed],
        ]}
        onChange={({ target }) => set({ allowed: target.value as TypedChange['allowed'] })}
      />
    );
  return null;
}

interface ManyPreviewProps {
  preview: Outputs['admin']['services']['previewMany'];
  /** Whether it is the preview of the current input. */
  isCurrent: boolean;
}

/** How many services would change, and which. */
function ManyPreview({ preview: { found, changed, items }, isCurrent }: ManyPreviewProps) {
  const t = useStore(changeManyTexts);
  const linkTexts = useStore(serviceFormTexts);
  return (
    <ChangedServices
      summary={t.someChange({ changed, found })}
      label={t.affected}
      items={items}
      changeOf={({ target, facts, nameBn }) => (
        <>
          {target && <Box color="fg.muted">{targetWords(target) || linkTexts.anyLink}</Box>}
          {facts && <FactChips facts={facts} withWords />}
          {nameBn && (
            <Box color="fg.muted" lang="bn">
              {nameBn}
            </Box>
          )}
        </>
      )}
      leftOut={items.length < changed ? t.firstShown({ count: items.length }) : null}
      isCurrent={isCurrent}
    />
  );
}
