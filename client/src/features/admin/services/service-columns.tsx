import { Flex, Span, VisuallyHidden } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { useMemo } from 'react';
import { LuEyeOff, LuMessageSquareText, LuPackage, LuTriangleAlert } from 'react-icons/lu';
import { promisedRefill } from '#shared/promised-refill.ts';
import { isPackage, ruleOf, type ServiceType } from '#shared/service-types.ts';
import { CategoryIcon } from '../../../components/category-icon.tsx';
import { type Column, numberColumn } from '../../../components/data-table/columns.ts';
import { MoneyText } from '../../../components/money-text.tsx';
import { NameOnOneLine, ServiceNumber } from '../../../components/service-name.tsx';
import { StatusBadge } from '../../../components/status-badge.tsx';
import { adminServicesTexts, serviceTypeTexts } from '../../../i18n/en/admin/admin-services.ts';
import { serviceFactsTexts } from '../../../i18n/en/admin/service-facts.ts';
import { formatHours } from '../../../lib/format.ts';
import { useIsWide } from '../../../lib/media.ts';
import { formatPrice } from '../../../lib/money.ts';
import { actionsColumn, countColumn } from '../columns.tsx';
import { useShopCategories } from '../shop-categories.ts';
import { AllowedRequests } from './allowed-requests.tsx';
import { type Service, TABLE_FROM_PX } from './service.ts';
import { ServiceActions } from './service-actions.tsx';

type Words = ReturnType<typeof adminServicesTexts.get>;

const numbers = { align: 'end', card: 'figure' } as const;

/** The columns that customers see, and the actions. */
const columns = (t: Words): Column<Service>[] => [
  {
    ...numberColumn<Service>(t.service),
    cell: ({ id }) => <ServiceNumber id={id} />,
    width: '4.25rem',
    card: 'aside',
    sorts: { descending: 'newest', first: 'descending' },
  },
  {
    id: 'name',
    header: t.name,
    sorts: { ascending: 'name', first: 'ascending' },
    cell: (service) => <Name service={service} />,
    card: 'title',
    canHide: false,
  },
  {
    id: 'category',
    header: t.category,
    width: '6.5rem',
    fromPx: 1100,
    cell: ({ category }) => <CategoryName slug={category} />,
    card: 'detail',
  },
  {
    id: 'price',
    header: t.price,
    width: '6rem',
    figure: ({ priceMicros }) => formatPrice(priceMicros),
    sorts: { ascending: 'priceLow', descending: 'priceHigh', first: 'ascending' },
    cell: ({ priceMicros }) => <MoneyText priceMicros={priceMicros} fontWeight="semibold" />,
    ...numbers,
  },
  countColumn('totalSell', t.totalSell, ({ totalSell }) => totalSell, {
    width: '6rem',
    fromPx: 680,
    sorts: { descending: 'popular', first: 'descending' },
    card: 'figure',
  }),
  {
    id: 'avgTime',
    header: t.avgTime,
    width: '6rem',
    fromPx: 950,
    sorts: { ascending: 'fastest', first: 'ascending' },
    cell: ({ avgTimeHours }) => formatHours(avgTimeHours),
    ...numbers,
  },
  countColumn('min', t.min, ({ min }) => min, { width: '5rem', fromPx: 900, card: 'figure' }),
  countColumn('max', t.max, ({ max }) => max, { width: '5.5rem', fromPx: 900, card: 'figure' }),
  {
    id: 'requests',
    header: t.requests,
    width: '7rem',
    fromPx: 1000,
    cell: (service) => <AllowedRequests service={service} />,
    card: 'detail',
  },
  actionsColumn((service) => <ServiceActions service={service} />, { width: '8rem' }),
];

/** @param isArranged whether the actions have arrows, which need room */
export function useServiceColumns(isArranged: boolean): readonly Column<Service>[] {
  const t = useStore(adminServicesTexts);
  return useMemo(() => {
    const all = columns(t);
    return isArranged ? all.map((column) => (column.id === 'actions' ? { ...column, width: '12.5rem' } : column)) : all;
  }, [t, isArranged]);
}

/** In a table without its top, whose icon stands beside the name. */
function CategoryName({ slug }: { slug: string }) {
  const isTable = useIsWide(TABLE_FROM_PX);
  const name = useShopCategories().nameOf(slug);
  if (!isTable) return name;
  return (
    <Span display="block" truncate title={name}>
      {name.split(' › ').at(-1)}
    </Span>
  );
}

function Name({ service }: { service: Service }) {
  const { name, externalId, category, hidden, categoryHidden, type } = service;
  const t = useStore(adminServicesTexts);
  const facts = useStore(serviceFactsTexts);
  const { nameOf } = useShopCategories();
  const promisesInVain =
    service.refillDays === null && promisedRefill(name, service.description) !== null && !service.deletedAt;
  const isTable = useIsWide(TABLE_FROM_PX);
  return (
    <Flex align={isTable ? 'center' : 'start'} columnGap="2" minW="0" {...(!isTable && { flexWrap: 'wrap' })}>
      <CategoryIcon category={category} size={20} label={nameOf(category)} />
      <Flex minW="0" title={name} dir="auto" {...(!isTable && { flex: '1 1 8rem' })}>
        {isTable ? <NameOnOneLine name={name} /> : name}
      </Flex>
      {externalId && (
        <Span flexShrink="0" maxW="10rem" truncate fontFamily="mono" textStyle="xs" color="fg.muted" title={externalId}>
          {externalId}
        </Span>
      )}
      {type !== 'default' && <TypeBadge type={type} isShort={isTable} />}
      {(hidden || categoryHidden) && (
        <Span title={hidden ? undefined : t.categoryHidden} flexShrink="0">
          <StatusBadge tone="gray" icon={<LuEyeOff />} small>
            {t.hidden}
            {!hidden && (isTable ? <VisuallyHidden>: {t.categoryHidden}</VisuallyHidden> : `: ${t.categoryHidden}`)}
          </StatusBadge>
        </Span>
      )}
      {promisesInVain && (
        <Span title={facts.promisesRefill} flexShrink="0">
          <StatusBadge tone="orange" icon={<LuTriangleAlert />} small>
            {isTable ? <VisuallyHidden>{facts.promisesRefill}</VisuallyHidden> : facts.promisesRefill}
          </StatusBadge>
        </Span>
      )}
    </Flex>
  );
}

/** A type other than the default one. @param isShort leaves the line to the service's name */
function TypeBadge({ type, isShort }: { type: ServiceType; isShort: boolean }) {
  const types = useStore(serviceTypeTexts);
  const Icon = ruleOf(type).takesComments ? LuMessageSquareText : LuPackage;
  if (!isShort)
    return (
      <StatusBadge tone="blue" icon={<Icon />} small>
        {types[type]}
      </StatusBadge>
    );
  return (
    <Flex flexShrink="0" gap="1" color="blue.fg" title={types[type]}>
      <Icon aria-hidden />
      {ruleOf(type).takesComments && isPackage(type) && <LuPackage aria-hidden />}
      <VisuallyHidden>{types[type]}</VisuallyHidden>
    </Flex>
  );
}
