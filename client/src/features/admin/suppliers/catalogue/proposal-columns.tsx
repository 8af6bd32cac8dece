import { Button, Flex, Span, Stack } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { createContext, type ReactNode, use, useState } from 'react';
import {
  LuCircleX,
  LuEqual,
  LuPause,
  LuPencil,
  LuPlus,
  LuTrendingDown,
  LuTrendingUp,
  LuTriangleAlert,
} from 'react-icons/lu';
import { categoryNames, splitSlug } from '#shared/market/categories.ts';
import type { Micros } from '#shared/money.ts';
import type { ProposalChange } from '#shared/supplier-catalogue.ts';
import { Choice } from '../../../../components/choice.tsx';
import type { Column } from '../../../../components/data-table/columns.ts';
import { StatusBadge } from '../../../../components/status-badge.tsx';
import {
  leftOutTexts,
  proposalChangeTexts,
  proposalTexts,
  sourcePauseTexts,
  unreadableTexts,
} from '../../../../i18n/en/admin/supplier-catalogue.ts';
import { formatCount } from '../../../../lib/format.ts';
import { formatUnits } from '../../../../lib/format-units.ts';
import { localName } from '../../../../lib/local-name.ts';
import { formatPrice } from '../../../../lib/money.ts';
import type { Outputs } from '../../../../lib/trpc.ts';
import { AsWritten } from '../../as-written.tsx';
import { FactChips } from '../../fact-chips.tsx';
import { useShopCategories } from '../../shop-categories.ts';

export type Line = Outputs['admin']['suppliers']['proposal']['items'][number];

interface Lines {
  currency: string;
  /** Chosen by the admin, by the line's number. */
  categories: ReadonlyMap<string, string>;
  chooseCategory: (line: Line, category: string) => void;
  priceOf: (line: Line) => Micros | null;
  /** Ends the pause of a line as a source. */
  resume: (line: Line) => Promise<void>;
}

/** For the cells of the lines. */
export const LinesContext = createContext<Lines | null>(null);

/** Whether a line can be accepted at all. */
export function canAccept({ changes }: Line): boolean {
  return !changes.includes('not_sold') && !changes.includes('unreadable');
}

/** Identifies a line of a page. One that can't be read may have no number. */
export const idOfLine = ({ externalId, place }: Line) => externalId ?? `line ${place}`;

export function proposalColumns(): Column<Line>[] {
  const t = proposalTexts.get();
  return [
    { id: 'name', header: t.name, cell: (line) => <Name line={line} />, card: 'title', canHide: false },
    { id: 'changes', header: t.changes, cell: (line) => <Changes line={line} />, card: 'brief' },
    { id: 'cost', header: t.cost, align: 'end', cell: (line) => <Cost line={line} /> },
    { id: 'price', header: t.price, align: 'end', cell: (line) => <Price line={line} /> },
    { id: 'limits', header: t.limits, align: 'end', cell: (line) => <Limits line={line} /> },
    { id: 'category', header: t.category, cell: (line) => <CategoryOf line={line} />, canHide: false },
  ];
}

function Name({ line }: { line: Line }) {
  const { externalId, name, theirCategory, tradeType, type, service, services, place, reason } = line;
  const t = useStore(proposalTexts);
  return (
    <Stack gap="0.5" minW={{ md: '14rem' }} whiteSpace="normal" overflowWrap="anywhere">
      <Span fontWeight="semibold" lineClamp="2">
        <AsWritten>{service?.name ?? name}</AsWritten>
      </Span>
      <Span textStyle="xs" color="fg.muted" lineClamp="1">
        <AsWritten>
          {[externalId, theirCategory, place && t.place({ place: formatCount(place) })].filter(Boolean).join(' · ')}
          {service && service.name !== name && ` · ${name}`}
        </AsWritten>
      </Span>
      {type === null && !reason && (
        <Span textStyle="xs" color="fg.muted">
          {t.typeThere({ type: tradeType })}
        </Span>
      )}
      {line.facts.length > 0 && !service && <FactChips facts={line.facts} />}
      {services > 1 && (
        <Span textStyle="xs" color="fg.muted">
          {t.services({ count: services - 1 })}
        </Span>
      )}
    </Stack>
  );
}

type Look = { tone: 'green' | 'orange' | 'red' | 'blue' | 'gray'; icon: ReactNode };

const looks: Record<ProposalChange, Look> = {
  new: { tone: 'green', icon: <LuPlus /> },
  gone: { tone: 'red', icon: <LuCircleX /> },
  dearer: { tone: 'orange', icon: <LuTrendingUp /> },
  cheaper: { tone: 'green', icon: <LuTrendingDown /> },
  limits: { tone: 'blue', icon: <LuPencil /> },
  fields: { tone: 'blue', icon: <LuPencil /> },
  type: { tone: 'orange', icon: <LuTriangleAlert /> },
  not_sold: { tone: 'gray', icon: <LuEqual /> },
  paused: { tone: 'red', icon: <LuPause /> },
  unreadable: { tone: 'orange', icon: <LuTriangleAlert /> },
};

/** A fall to accept only after a comparison of both prices. */
const doubtedLook: Look = { tone: 'orange', icon: <LuTriangleAlert /> };

function Changes({ line }: { line: Line }) {
  const t = useStore(proposalChangeTexts);
  const reasons = useStore(unreadableTexts);
  const { doubted } = useStore(leftOutTexts);
  const { changes, reason, pausedReason, isDoubted } = line;
  return (
    <Stack gap="1" align="start">
      <Flex gap="1" wrap="wrap">
        {[...changes, ...(pausedReason ? (['paused'] as const) : [])].map((change) => (
          <StatusBadge key={change} small {...looks[change]} {...(isDoubted && change === 'cheaper' && doubtedLook)}>
            {t[change]}
          </StatusBadge>
        ))}
      </Flex>
      {(reason || isDoubted) && (
        <Span textStyle="xs" color="fg" whiteSpace="normal" maxW={{ md: '18rem' }}>
          {reason ? reasons[reason] : doubted}
        </Span>
      )}
      {pausedReason && <Pause line={line} reason={pausedReason} />}
    </Stack>
  );
}

/** Why a line is not bought, and the way to sell it again. */
function Pause({ line, reason }: { line: Line; reason: NonNullable<Line['pausedReason']> }) {
  const t = useStore(proposalTexts);
  const reasons = useStore(sourcePauseTexts);
  const lines = use(LinesContext);
  const [isPending, setPending] = useState(false);
  const resume = () => {
    setPending(true);
    void lines?.resume(line).finally(() => setPending(false));
  };
  return (
    <>
      <Span textStyle="xs" color="fg" whiteSpace="normal" maxW={{ md: '18rem' }} overflowWrap="anywhere">
        {reasons[reason]} {line.pausedText && <AsWritten>{line.pausedText}</AsWritten>}
      </Span>
      <Button
        size={{ base: 'sm', md: 'xs' }}
        variant="outline"
        loading={isPending}
        aria-label={t.showAgainOf({ name: line.name })}
        onClick={resume}
      >
        {t.showAgain}
      </Button>
    </>
  );
}

function Cost({ line: { cost, service, reason } }: { line: Line }) {
  const { currency = 'USD' } = use(LinesContext) ?? {};
  if (reason) return null;
  return (
    <FromTo
      from={service && service.acceptedCost !== cost ? formatUnits(service.acceptedCost, currency) : undefined}
      to={formatUnits(cost, currency)}
    />
  );
}

function Price({ line }: { line: Line }) {
  const t = useStore(proposalTexts);
  const lines = use(LinesContext);
  const { service, reason } = line;
  if (reason) return null;
  const next = lines?.priceOf(line) ?? null;
  if (service && !service.pricedByRule) {
    return (
      <Stack gap="0" align="end">
        <FromTo to={formatPrice(service.priceMicros)} />
        <Span textStyle="xs" color="fg.muted">
          {t.byHand}
        </Span>
      </Stack>
    );
  }
  const isChanged = service && service.priceMicros !== next;
  return (
    <FromTo
      from={isChanged ? formatPrice(service.priceMicros) : undefined}
      to={next === null ? t.noPrice : formatPrice(next)}
    />
  );
}

function Limits({ line: { min, max, service, reason } }: { line: Line }) {
  const t = useStore(proposalTexts);
  if (reason) return null;
  const range = (of: { min: number; max: number }) => t.range({ min: formatCount(of.min), max: formatCount(of.max) });
  const isChanged = service && (service.min !== min || service.max !== max);
  return <FromTo from={isChanged ? range(service) : undefined} to={range({ min, max })} />;
}

/** The old value, if it differs, and the new one. */
function FromTo({ from, to }: { from?: string | undefined; to: string }) {
  return (
    <Stack gap="0" align="end" fontVariantNumeric="tabular-nums" whiteSpace="nowrap">
      {from !== undefined && (
        <Span textStyle="xs" color="fg.muted">
          {from} →
        </Span>
      )}
      <Span>{to}</Span>
    </Stack>
  );
}

/** The category of a new service: as proposed, or another one of the shop as chosen here. */
function CategoryOf({ line }: { line: Line }) {
  const t = useStore(proposalTexts);
  const { options, nameOf } = useShopCategories();
  const lines = use(LinesContext);
  if (line.reason) return null;
  if (!lines || line.service || !canAccept(line)) return <Span color="fg.muted">–</Span>;
  const proposed = line.category;
  const chosen = lines.categories.get(idOfLine(line)) ?? proposed?.slug ?? '';
  const isNew = proposed?.isNew === true && chosen === proposed.slug;
  return (
    <Stack gap="1" align="start">
      <Choice
        look={{ minW: '9rem', maxW: { md: '14rem' } }}
        aria-label={t.categoryOf({ name: line.name })}
        value={chosen}
        options={[
          ...(proposed === null ? [['', t.chooseCategory] as const] : []),
          ...(proposed?.isNew ? [[proposed.slug, newName(proposed, nameOf)] as const] : []),
          ...options,
        ]}
        onChange={(slug) => slug && lines.chooseCategory(line, slug)}
      />
      {isNew && (
        <StatusBadge tone="blue" icon={<LuPlus />} small>
          {t.newCategory}
        </StatusBadge>
      )}
    </Stack>
  );
}

/** A category that is made on acceptance, after its top: "Instagram › Followers". */
function newName(proposed: NonNullable<Line['category']>, nameOf: (slug: string) => string): string {
  const [top, kind] = splitSlug(proposed.slug);
  if (kind === null) return localName(proposed);
  const known = nameOf(top);
  return `${known === top ? localName(categoryNames(top, null)) : known} › ${localName(proposed)}`;
}
