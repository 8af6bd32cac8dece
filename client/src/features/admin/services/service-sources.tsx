import { Alert, Button, Flex, IconButton, Span, Stack, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { LuArrowDown, LuArrowUp, LuTriangleAlert, LuX } from 'react-icons/lu';
import { MAX_SOURCES } from '#shared/forward-states.ts';
import { ErrorState } from '../../../components/error-state.tsx';
import { LoadingStack } from '../../../components/loading-stack.tsx';
import { StatusBadge } from '../../../components/status-badge.tsx';
import { sourcePauseTexts, sourceTexts } from '../../../i18n/en/admin/supplier-catalogue.ts';
import { formatUnits } from '../../../lib/format-units.ts';
import { trpc } from '../../../lib/trpc.ts';
import { AsWritten } from '../as-written.tsx';
import type { SourceQuality } from '../quality-words.ts';
import { AddSource } from './add-source.tsx';
import { FieldsOfSupplier } from './fields-of-supplier.tsx';
import { PriceHistory } from './price-history.tsx';
import { PriceRule } from './price-rule.tsx';
import type { ServiceForm } from './service-form.ts';
import { SourceQualityLine } from './source-quality.tsx';
import { type Source, type Sourcing, useSources } from './use-sources.ts';

interface ServiceSourcesProps {
  serviceId: number;
  form: ServiceForm;
  onChanged: () => Promise<void>;
}

/** Where a service is bought: up to five sources, tried in order. Each change is saved at once. */
export default function ServiceSources({ serviceId, form, onChanged }: ServiceSourcesProps) {
  const t = useStore(sourceTexts);
  const { query, isPending, ...changes } = useSources(serviceId, onChanged);
  const quality = trpc.admin.suppliers.quality.useQuery({ serviceId });
  const sourcing = query.data;
  const sources = sourcing?.sources;
  return (
    <Stack as="section" aria-label={t.heading} borderWidth="1px" borderRadius="l2" p="4" gap="3">
      <Stack gap="0">
        <Text fontWeight="medium">{t.heading}</Text>
        <Text textStyle="sm" color="fg.muted">
          {t.headingText}
        </Text>
      </Stack>
      {sourcing && sources ? (
        <>
          <Pause sourcing={sourcing} />
          {sources.length === 0 && <Text textStyle="sm">{t.none}</Text>}
          <Stack as="ol" listStyleType="none" gap="0">
            {sources.map((source, at) => (
              <SourceRow
                key={`${source.supplierId} ${source.externalId}`}
                source={source}
                quality={quality.data?.items}
                isFirst={at === 0}
                isLast={at === sources.length - 1}
                isPending={isPending}
                {...changes}
              />
            ))}
          </Stack>
          {sources.length < MAX_SOURCES && <AddSource isPending={isPending} onAdd={changes.add} />}
          {sources.length > 0 && <PriceRule sourcing={sourcing} isPending={isPending} {...changes} />}
          {sources.length > 0 && <FieldsOfSupplier form={form} following={sourcing.fieldsOfSupplier} />}
          <PriceHistory serviceId={serviceId} />
        </>
      ) : query.error ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <LoadingStack heights={['3rem', '3rem']} />
      )}
    </Stack>
  );
}

/** Why the panel paused the whole service. */
function Pause({ sourcing: { pausedReason } }: { sourcing: Sourcing }) {
  const t = useStore(sourceTexts);
  if (pausedReason === null) return null;
  const words = { below_cost: t.servicePausedBelow, dearer: t.servicePausedDearer, gone: t.servicePausedGone };
  return (
    <Alert.Root status="warning" size="sm">
      <Alert.Indicator>
        <LuTriangleAlert />
      </Alert.Indicator>
      <Alert.Description>{words[pausedReason]}</Alert.Description>
    </Alert.Root>
  );
}

const isOf = (quality: SourceQuality, { supplierId, externalId }: Source) =>
  quality.supplierId === supplierId && quality.externalId === externalId;

interface SourceRowProps extends Pick<ReturnType<typeof useSources>, 'isPending' | 'move' | 'remove' | 'resume'> {
  source: Source;
  /** Of all sources of the service; undefined until it is read. */
  quality: readonly SourceQuality[] | undefined;
  isFirst: boolean;
  isLast: boolean;
}

function SourceRow({ source, quality, isFirst, isLast, isPending, move, remove, resume }: SourceRowProps) {
  const t = useStore(sourceTexts);
  const pauses = useStore(sourcePauseTexts);
  const { supplierName, externalId, name: nameThere, cost, currency, per, pausedReason, pausedText } = source;
  const name = `${supplierName} ${externalId}`;
  const button = { size: { base: 'sm', md: 'xs' }, variant: 'ghost', disabled: isPending } as const;
  return (
    <Flex
      as="li"
      gap="3"
      py="2"
      borderTopWidth={isFirst ? '0' : '1px'}
      align="start"
      justify="space-between"
      wrap="wrap"
    >
      <Stack gap="0" minW="0" flex="1 1 14rem" overflowWrap="anywhere">
        <Span fontWeight="semibold">
          <AsWritten>
            {supplierName} · {externalId}
          </AsWritten>
        </Span>
        <Span textStyle="xs" color="fg.muted" lineClamp="2">
          <AsWritten>{nameThere}</AsWritten>
        </Span>
        <Span textStyle="sm" fontVariantNumeric="tabular-nums">
          {t.cost({ cost: formatUnits(cost, currency) })} {per === 1 ? t.costPerPackage : t.costPerThousand}
        </Span>
        {quality && <SourceQualityLine quality={quality.find((each) => isOf(each, source))} />}
        {source.supplierStopped && (
          <Span textStyle="sm" color="fg.error">
            {t.supplierStopped}
          </Span>
        )}
        {pausedReason && (
          <Flex gap="2" align="center" wrap="wrap" mt="1">
            <StatusBadge tone="orange" icon={<LuTriangleAlert />} small>
              {t.paused}
            </StatusBadge>
            <Span textStyle="sm">{pauses[pausedReason]}</Span>
            <Button {...button} variant="outline" aria-label={t.resumeOf({ name })} onClick={() => void resume(source)}>
              {t.resume}
            </Button>
          </Flex>
        )}
        {pausedText && (
          <Span textStyle="xs" color="fg.muted">
            <AsWritten>{pausedText}</AsWritten>
          </Span>
        )}
      </Stack>
      <Flex gap="1">
        <IconButton
          {...button}
          aria-label={t.up({ name })}
          disabled={isPending || isFirst}
          onClick={() => void move(source, -1)}
        >
          <LuArrowUp />
        </IconButton>
        <IconButton
          {...button}
          aria-label={t.down({ name })}
          disabled={isPending || isLast}
          onClick={() => void move(source, 1)}
        >
          <LuArrowDown />
        </IconButton>
        <IconButton {...button} aria-label={t.remove({ name })} onClick={() => void remove(source)}>
          <LuX />
        </IconButton>
      </Flex>
    </Flex>
  );
}
