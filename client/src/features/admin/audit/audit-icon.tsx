import { Box } from '@chakra-ui/react';
import type { IconType } from 'react-icons';
import {
  LuBadgeDollarSign,
  LuClipboardCheck,
  LuFileWarning,
  LuImage,
  LuKeyRound,
  LuLayers,
  LuLayoutGrid,
  LuLifeBuoy,
  LuMegaphone,
  LuMessageSquareText,
  LuPackage,
  LuReceipt,
  LuSend,
  LuSettings,
  LuShoppingCart,
  LuSmartphone,
  LuUser,
  LuWallet,
} from 'react-icons/lu';
import type { AuditSubject } from '#shared/audit.ts';
import type { AuditEntry } from './audit-words.ts';

const icons: Record<AuditSubject, IconType> = {
  order: LuClipboardCheck,
  recharge: LuBadgeDollarSign,
  user: LuUser,
  service: LuPackage,
  catalogue: LuPackage,
  category: LuLayoutGrid,
  image: LuImage,
  settings: LuSettings,
  paymentMethod: LuWallet,
  notice: LuMegaphone,
  ticket: LuLifeBuoy,
  savedReply: LuMessageSquareText,
  outgoing: LuSend,
  missing: LuFileWarning,
  setAside: LuLayers,
  key: LuKeyRound,
  supplier: LuShoppingCart,
  forward: LuReceipt,
  device: LuSmartphone,
  wording: LuMessageSquareText,
  message: LuMessageSquareText,
  statement: LuReceipt,
};

const HARD = /\.(delete|block|reverse|endSessions)$/;

/** The subject's picture, in red for what takes something away. The words beside it say the same. */
export function AuditIcon({ entry, isBulk }: { entry: AuditEntry; isBulk: boolean }) {
  const Icon = isBulk ? LuLayers : icons[entry.subject as AuditSubject];
  const status = entry.after?.status;
  const tone =
    status === 'rejected' || HARD.test(entry.action)
      ? 'fg.error'
      : status === 'completed' || status === 'approved'
        ? 'fg.success'
        : 'fg.muted';
  return (
    <Box as="span" aria-hidden flexShrink="0" color={tone} fontSize="md" display="inline-flex" minW="1em">
      {Icon && <Icon />}
    </Box>
  );
}
