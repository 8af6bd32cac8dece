import { Box, Button, chakra, Flex, Heading, Stack, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import { LuChevronDown } from 'react-icons/lu';
import { useNavigate } from 'react-router-dom';
import { chargeFor } from '#shared/money.ts';
import { latePart } from '../../components/late-part.tsx';
import { MoneyText } from '../../components/money-text.tsx';
import { homeTexts } from '../../i18n/en/home.ts';
import { entryPath } from '../../lib/entry.ts';
import { ForCustomers, ForVisitors } from '../../lib/for-whom.tsx';
import { formatHours } from '../../lib/format.ts';
import { localName } from '../../lib/local-name.ts';
import { keepOrderDraft, type OrderDraft } from '../../lib/order-draft.ts';
import { parseInteger } from '../../lib/parse-integer.ts';
import { paths } from '../../lib/paths.ts';
import { useSession } from '../../lib/session.ts';
import { useOrderParam } from '../../lib/use-order-param.ts';
import { LINK_PARAM, ORDER_PARAM, QUANTITY_PARAM, typedOrderPath } from './typed-order.ts';
import { type BoardService, useBoard } from './use-board.ts';

/** The quantity at first, within the service's limits. */
const UNITS = 1000;

const Icon = latePart(() => import('./service-icon.tsx'), { heightPx: 32 });

const within = (units: number, { min, max }: BoardService) => Math.min(Math.max(units, min), max);

/**
 * The start of an order of one of the most ordered services, at its current price; the order dialog continues with the typed values. Before
 * hydration the browser itself submits it, to a URL that has the same values.
 */
export function OrderStart() {
  const t = useStore(homeTexts);
  const { data, isError } = useBoard();
  const items = data?.items ?? [];
  const [chosen, choose] = useState<string>();
  const service = items.find(({ id }) => String(id) === chosen) ?? items[0];
  const [typed, setTyped] = useState<string>();
  const isPackage = service?.per === 1;
  const entered = isPackage ? undefined : typed;
  const quantity = entered ?? (service ? String(within(UNITS, service)) : '');
  const units = parseInteger(quantity);
  const isInRange = service && units !== null && units === within(units, service);
  const chargeNanos = isInRange ? chargeFor(units, service) : null;
  const start = useStartOrder();
  const form = useRef<HTMLFormElement>(null);
  const limitsId = useId();

  // Values chosen in the page's HTML before hydration.
  useLayoutEffect(() => {
    const early = valuesOf(form.current);
    if (early.order) choose(early.order);
    if (early.quantity) setTyped(early.quantity);
  }, []);

  if (isError || data?.items.length === 0) return null;
  return (
    <Stack
      asChild
      gap="4"
      borderWidth="1px"
      borderRadius="box"
      p={{ base: '4', lg: '6' }}
      maxW={{ md: 'lg' }}
      w="full"
      ms={{ md: 'auto' }}
    >
      <form
        ref={form}
        action={paths.home}
        data-works-early=""
        onSubmit={(event) => {
          event.preventDefault();
          if (service) start(service.id, { link: valuesOf(event.currentTarget).link, quantity });
        }}
      >
        <Flex align="center" gap="3">
          <Icon service={service} />
          <Heading as="h2" size="lg">
            {t.orderStart}
          </Heading>
        </Flex>
        <Label text={t.service}>
          <Box as="span" display="block" position="relative">
            <Select
              name={ORDER_PARAM}
              value={service?.id}
              onChange={({ target }) => {
                choose(target.value);
                const next = items.find(({ id }) => String(id) === target.value);
                if (next && units) setTyped(String(within(units, next)));
              }}
            >
              {items.map((each) => (
                <option key={each.id} value={each.id}>
                  {`#${each.id} ${localName(each)}`}
                </option>
              ))}
            </Select>
            <Flex as="span" position="absolute" insetEnd="3" insetY="0" align="center" pointerEvents="none" aria-hidden>
              <LuChevronDown />
            </Flex>
          </Box>
        </Label>
        <Label text={t.link}>
          <Input
            name={LINK_PARAM}
            inputMode="url"
            enterKeyHint="next"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            placeholder={t.linkHint}
          />
        </Label>
        <Flex gap="4" align="start">
          {/* A package is ordered once. */}
          <Box flex="1" minW="0" hidden={isPackage}>
            <Label text={t.quantity}>
              <Input
                name={QUANTITY_PARAM}
                inputMode="numeric"
                autoComplete="off"
                value={quantity}
                aria-describedby={limitsId}
                aria-invalid={service && !isInRange ? true : undefined}
                onChange={({ target }) => setTyped(target.value)}
              />
            </Label>
            <Text id={limitsId} mt="1" textStyle="xs" color={service && !isInRange ? 'fg.error' : 'fg.muted'}>
              {service ? t.limits({ min: service.min, max: service.max }) : '…'}
            </Text>
          </Box>
          <Box flex="1" minW="0" aria-live="polite" aria-atomic>
            <Text textStyle="sm" color="fg.muted" mb="1">
              {t.price}
            </Text>
            <Flex minH="11" align="center" fontWeight="semibold" fontSize="2xl" lineHeight="1.2">
              {typeof chargeNanos === 'number' ? <MoneyText nanos={chargeNanos} /> : '$…'}
            </Flex>
            <Text mt="1" textStyle="xs" color="fg.muted">
              {service ? t.avgTime({ time: formatHours(service.avgTimeHours) }) : '…'}
            </Text>
          </Box>
        </Flex>
        <ForVisitors>
          <Button type="submit" variant="solid" size="lg">
            {t.createOrder}
          </Button>
          <Text textStyle="xs" color="fg.muted" textAlign="center" mt="-2">
            {t.typedIsKept}
          </Text>
        </ForVisitors>
        <ForCustomers>
          <Button type="submit" colorPalette="brand" size="lg">
            {t.createOrder}
          </Button>
        </ForCustomers>
      </form>
    </Stack>
  );
}

function Label({ text, children }: { text: string; children: ReactNode }) {
  return (
    <chakra.label display="block" textStyle="sm" color="fg.muted">
      {text}
      {children}
    </chakra.label>
  );
}

function valuesOf(form: HTMLFormElement | null) {
  const data = form && new FormData(form);
  const read = (name: string) => {
    const value = data?.get(name);
    return typeof value === 'string' ? value : '';
  };
  return { order: read(ORDER_PARAM), link: read(LINK_PARAM), quantity: read(QUANTITY_PARAM) };
}

/** Chakra's fields are not part of the first load. */
const field = {
  display: 'block',
  w: 'full',
  minH: '11',
  mt: '1',
  px: '3',
  py: '2',
  bg: 'bg',
  color: 'fg',
  fontSize: 'md',
  lineHeight: '1.5',
  borderWidth: '1px',
  borderColor: 'border.field',
  borderRadius: 'l2',
  fontVariantNumeric: 'tabular-nums',
  _focusVisible: { outline: '2px solid', outlineColor: 'colorPalette.focusRing', outlineOffset: '-1px' },
} as const;

const Input = chakra('input', { base: field });
const Select = chakra('select', {
  base: {
    ...field,
    cursor: 'pointer',
    appearance: 'none',
    // A long name takes two lines instead of being cut.
    whiteSpace: 'normal',
    pe: '9',
  },
});

/** Opens the order dialog with typed values. Visitors register first, and the URL that they return to has the values. */
function useStartOrder(): (serviceId: number, draft: OrderDraft) => void {
  const navigate = useNavigate();
  const { user, signedIn } = useSession();
  const { open } = useOrderParam();
  return (serviceId, draft) => {
    if (!signedIn || !user) return void navigate(entryPath(typedOrderPath(serviceId, draft)));
    keepOrderDraft({ userId: user.id, serviceId }, draft);
    return open(serviceId);
  };
}
