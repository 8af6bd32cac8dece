import { forwardFlags, forwards, refusalEffects, refusalMeanings } from './bn/admin/forwards.ts';
import { profit } from './bn/admin/profit.ts';
import {
  leftOut,
  proposal,
  proposalChanges,
  sourcePauses,
  sources,
  statusMeanings,
  supplierFields,
  supplierRules,
  unreadableLines,
} from './bn/admin/supplier-catalogue.ts';
import {
  callFailures,
  callOutcomes,
  supplierActions,
  supplierBooks,
  supplierEntries,
  supplierStops,
  suppliers,
} from './bn/admin/suppliers.ts';

/** The screens of suppliers and purchases in Bengali, by area. Only those who open them load them. */
export const bnSuppliers = {
  callFailures,
  callOutcomes,
  forwardFlags,
  forwards,
  leftOut,
  profit,
  proposal,
  proposalChanges,
  refusalEffects,
  refusalMeanings,
  sourcePauses,
  sources,
  statusMeanings,
  supplierActions,
  supplierBooks,
  supplierEntries,
  supplierFields,
  supplierRules,
  supplierStops,
  suppliers,
  unreadableLines,
};
