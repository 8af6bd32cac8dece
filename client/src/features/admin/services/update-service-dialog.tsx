import { Grid, Stack } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { drops, type FactFields, noFacts, qualityWords } from '#shared/facts.ts';
import type { ServiceType } from '#shared/service-types.ts';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { LazyBoundary } from '../../../components/lazy-boundary.tsx';
import { serviceFormTexts, serviceTypeTexts } from '../../../i18n/en/admin/admin-services.ts';
import { dropTexts, factNameTexts, factQualityTexts } from '../../../i18n/en/admin/service-facts.ts';
import { linkKindTexts } from '../../../i18n/en/link-fit.ts';
import { withSupplierTexts } from '../../../i18n/supplier-texts.ts';
import { lazyWithPreload } from '../../../lib/lazy-with-preload.tsx';
import { platformName } from '../../../lib/link-target.ts';
import { AuditTrail } from '../audit/audit-trail.tsx';
import { ConflictNotice } from '../conflict-notice.tsx';
import { useShopCategories } from '../shop-categories.ts';
import { startWords, wordOf } from './fact-words.ts';
import { FormPreview } from './form-preview.tsx';
import { ServiceFields } from './service-fields.tsx';
import { qualityIn, targetIn } from './service-form.ts';
import { type FieldConflict, type OpenedService, useUpdateService } from './use-update-service.ts';

const { Part: ServiceSources } = lazyWithPreload(() => withSupplierTexts(import('./service-sources.tsx')));

/** Edits a service. Mount it when it opens. */
export default function UpdateServiceDialog({ service, onClose }: OpenedService) {
  const t = useStore(serviceFormTexts);
  const { form, submit, close, conflicts, reread } = useUpdateService({ service, onClose });
  return (
    <FormDialog
      title={t.updateHeading}
      size="xl"
      submitLabel={conflicts ? t.updateAllTheSame : t.update}
      pendingLabel={t.saving}
      pending={form.formState.isSubmitting}
      onSubmit={(event) => void submit(event)}
      onClose={() => void close()}
    >
      {conflicts && (
        <ConflictNotice title={t.changedByOther} conflicts={conflicts}>
          {(conflict) => <Conflict {...conflict} />}
        </ConflictNotice>
      )}
      <Grid templateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 18.5rem' }} gap="6" alignItems="start">
        <Stack gap="4">
          <ServiceFields form={form} />
        </Stack>
        <FormPreview form={form} position={{ lg: 'sticky' }} top="0" />
      </Grid>
      <LazyBoundary>
        <ServiceSources serviceId={service.id} form={form} onChanged={reread} />
      </LazyBoundary>
      <AuditTrail of={{ subject: 'service', subjectId: service.id }} />
    </FormDialog>
  );
}

const fieldNames: Record<Exclude<FieldConflict['field'], keyof FactFields>, keyof typeof serviceFormTexts.english> = {
  name: 'name',
  nameBn: 'nameBn',
  externalId: 'externalId',
  image: 'image',
  description: 'description',
  category: 'category',
  priceMicros: 'price',
  min: 'min',
  max: 'max',
  avgTimeHours: 'avgTime',
  type: 'type',
  refillDays: 'refillDays',
  cancel: 'cancel',
  speedUp: 'speedUp',
  links: 'links',
};

function nameOfField(field: FieldConflict['field']): string {
  return isFact(field) ? factNameTexts.get()[field] : String(serviceFormTexts.get()[fieldNames[field]]);
}

function isFact(field: FieldConflict['field']): field is keyof FactFields {
  return Object.hasOwn(noFacts, field);
}

function Conflict({ field, was, now, typed }: FieldConflict) {
  const t = useStore(serviceFormTexts);
  const types = useStore(serviceTypeTexts);
  const { nameOf } = useShopCategories();
  const kinds = useStore(linkKindTexts);
  const wordsOf: Partial<Record<FieldConflict['field'], (value: string) => string>> = {
    type: (value) => types[value as ServiceType],
    category: nameOf,
    startMinutes: (value) => (value === '' ? '' : startWords(Number(value))),
    drop: (value) => wordOf(drops, dropTexts.get(), value),
    quality: (value) =>
      (qualityIn(value) ?? []).map((each) => wordOf(qualityWords, factQualityTexts.get(), each)).join(', '),
    links: (value) => {
      const { platform, kinds: chosen } = targetIn(value);
      return [platformName(platform ?? ''), ...(chosen ?? []).map((kind) => kinds[kind])].join(', ');
    },
  };
  const quoted = (value: string | boolean) => {
    if (typeof value === 'boolean') return value ? t.allowed : t.notAllowed;
    const text = wordsOf[field]?.(value) ?? value;
    return text === '' ? t.nothing : `“${shortened(text)}”`;
  };
  return (
    <>
      <strong>{nameOfField(field)}</strong>: {quoted(was)} → {quoted(now)}
      {typed !== now && <>, {t.youTyped({ text: quoted(typed) })}</>}
    </>
  );
}

const LONGEST = 80;

function shortened(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}
