import { Badge, Span } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import { LuCircleCheck, LuCircleDashed, LuCircleX, LuClock, LuContrast, LuUndo2 } from 'react-icons/lu';
import type { OrderStatus } from '#shared/order-status.ts';
import type { RechargeStatus } from '#shared/recharge-status.ts';
import { adminOrderStatusTexts } from '../i18n/en/admin/statuses.ts';
import { orderStatusTexts, rechargeStatusTexts } from '../i18n/en/statuses.ts';

type Tone = 'green' | 'orange' | 'red' | 'blue' | 'gray';

interface StatusBadgeProps {
  tone: Tone;
  icon: ReactNode;
  /** For a remark next to other text. */
  small?: boolean;
  /** Without a background, for the usual status of a list. */
  quiet?: boolean | undefined;
  children: ReactNode;
}

/** A state as colour, icon and word, never as colour alone. */
export function StatusBadge({ tone, icon, small = false, quiet = false, children }: StatusBadgeProps) {
  if (quiet) {
    return (
      <Span display="inline-flex" alignItems="center" gap="1.5" flexShrink="0" textStyle="sm" whiteSpace="nowrap">
        <Span color={`${tone}.fg`}>{icon}</Span>
        {children}
      </Span>
    );
  }
  return (
    <Badge
      colorPalette={tone}
      variant="subtle"
      size={small ? 'sm' : 'md'}
      gap={small ? '1' : '1.5'}
      borderWidth="1px"
      borderColor="colorPalette.muted"
    >
      {icon}
      {children}
    </Badge>
  );
}

const orderIcons: Record<OrderStatus, ReactNode> = {
  pending: <LuClock />,
  processing: <LuCircleDashed />,
  completed: <LuCircleCheck />,
  partial: <LuContrast />,
  rejected: <LuCircleX />,
};

/** For customers: green when completed, orange while the label is Processing, red if less was delivered than ordered. */
const customerTones: Record<OrderStatus, Tone> = {
  pending: 'orange',
  processing: 'orange',
  completed: 'green',
  partial: 'red',
  rejected: 'red',
};

const adminTones: Record<OrderStatus, Tone> = { ...customerTones, processing: 'blue', partial: 'blue' };

interface OrderStatusBadgeProps extends Pick<StatusBadgeProps, 'quiet'> {
  status: OrderStatus;
  audience: 'customer' | 'admin';
}

/** An order's status in the reader's words: customers read "Failed", admins "Rejected". */
export function OrderStatusBadge({ status, audience, quiet }: OrderStatusBadgeProps) {
  const t = useStore(orderStatusTexts);
  const words = useStore(adminOrderStatusTexts);
  const forAdmin = audience === 'admin';
  const icon = !forAdmin && status === 'pending' ? orderIcons.processing : orderIcons[status];
  return (
    <StatusBadge tone={(forAdmin ? adminTones : customerTones)[status]} icon={icon} quiet={quiet}>
      {(forAdmin ? words : t)[status]}
    </StatusBadge>
  );
}

const recharges: Record<ShownRechargeStatus, { tone: Tone; icon: ReactNode }> = {
  pending: { tone: 'orange', icon: <LuClock /> },
  approved: { tone: 'green', icon: <LuCircleCheck /> },
  rejected: { tone: 'red', icon: <LuCircleX /> },
  reversed: { tone: 'red', icon: <LuUndo2 /> },
};

type ShownRechargeStatus = RechargeStatus | 'reversed';

interface RechargeStatusBadgeProps extends Pick<StatusBadgeProps, 'quiet'> {
  recharge: { status: RechargeStatus; reversedAt: string | null };
}

/** A recharge's status. A reversed recharge is stored as approved, but has its own label. */
export function RechargeStatusBadge({ recharge, quiet }: RechargeStatusBadgeProps) {
  const t = useStore(rechargeStatusTexts);
  const status = recharge.reversedAt ? 'reversed' : recharge.status;
  const { tone, icon } = recharges[status];
  return (
    <StatusBadge tone={tone} icon={icon} quiet={quiet}>
      {t[status]}
    </StatusBadge>
  );
}
