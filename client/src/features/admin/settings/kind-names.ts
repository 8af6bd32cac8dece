import type { PaymentMethod } from '../../../../../shared/settings.ts';

/** A payment method's kind in an admin's words. */
export const kindNames: Record<PaymentMethod['kind'], string> = { mobile: 'Numbered steps', qr: 'QR code' };
