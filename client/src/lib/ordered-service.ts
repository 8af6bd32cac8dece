import { localName } from './local-name.ts';

interface Ordered {
  serviceId: number;
  serviceName: string;
  /** Missing for admins, who see the stored name. */
  serviceNameBn?: string | null | undefined;
}

/** The service of an order, with its name in the language of the screens. */
export function orderedService({ serviceId, serviceName, serviceNameBn }: Ordered): { id: number; name: string } {
  return { id: serviceId, name: localName({ name: serviceName, nameBn: serviceNameBn }) };
}
