import { setImmediate as othersTurn } from 'node:timers/promises';
import { type CatalogueColumn, catalogueColumns } from '#shared/catalogue-file.ts';
import { isPackage, serviceTypes } from '#shared/service-types.ts';
import { createServiceInput, externalIdText, updateOwnServiceInput, updateServiceInput } from '#shared/services.ts';
import { completeFields } from '../complete-fields.ts';
import {
  type CatalogueCells,
  type CatalogueFields,
  type CatalogueRow,
  type FilledColumn,
  fieldOfColumn,
  filledColumns,
  formFieldsOf,
  type LineMessage,
  type PlannedLine,
  typedCell,
} from './catalogue-shape.ts';

/** This many lines take a few milliseconds; then other work gets a turn. */
const LINES_AT_ONCE = 100;
/** Per line; more appear after these are corrected. */
const MOST_MESSAGES = 10;

/** The services in the database that the file refers to. */
export interface NamedServices {
  byId: ReadonlyMap<number, CatalogueRow>;
  byExternalId: ReadonlyMap<string, CatalogueRow>;
  /** The slugs of the shop's categories, each with the one that it leads to. */
  categories: ReadonlyMap<string, string>;
}

/**
 * Checks every line by the rules of the forms. A missing column changes nothing.
 * @param named every service that a line refers to, including deleted ones
 */
export async function judgeLines(
  lines: CatalogueCells[],
  named: NamedServices,
  skipFaulty: boolean,
): Promise<PlannedLine[]> {
  const judged: PlannedLine[] = [];
  for (const [index, line] of lines.entries()) {
    if (index % LINES_AT_ONCE === 0) await othersTurn();
    judged.push(judgeLine(line, named));
  }
  return withoutClashes(judged, named, skipFaulty);
}

function judgeLine({ line, cells, ifNew, messages }: CatalogueCells, named: NamedServices): PlannedLine {
  const { service, messages: ofService } = findService(cells, named);
  const unreadable = [...messages, ...unreadableCells(cells), ...ofService];
  if (unreadable.length > 0) return refusedLine(line, cells, unreadable);
  const typed = typedFields(service ? cells : { ...ifNew, ...cells }, service);
  if (service && filledColumns.every((column) => typed[fieldOfColumn[column]] === service[fieldOfColumn[column]])) {
    return { line, kind: 'unchanged', current: service };
  }
  const category = categoryIn(typed.category, named, ifNew?.category);
  const { fields, messages: refusals } = parseFields({ ...typed, category }, service);
  if (!fields) return refusedLine(line, cells, refusals);
  if (!service) return { line, kind: 'create', fields };
  const changed = filledColumns.filter((column) => fields[fieldOfColumn[column]] !== service[fieldOfColumn[column]]);
  if (changed.length === 0) return { line, kind: 'unchanged', current: service };
  return { line, kind: 'update', fields, current: service, changed };
}

function refusedLine(line: number, { name = '' }: CatalogueCells['cells'], messages: LineMessage[]): PlannedLine {
  return { line, kind: 'error', name: name.slice(0, 200).toWellFormed(), messages: messages.slice(0, MOST_MESSAGES) };
}

interface Found {
  service?: CatalogueRow;
  messages: LineMessage[];
}

/** The service with the line's id, or else with its external id; undefined for a new one. */
function findService({ id = '', externalId = '' }: CatalogueCells['cells'], named: NamedServices): Found {
  if (id.trim() !== '') {
    const number = idIn(id);
    const service = number === undefined ? undefined : named.byId.get(number);
    if (number === undefined) return trouble('id', 'The id must be a whole number');
    if (!service) return trouble('id', `There is no service ${number}. Leave the id empty to make a new one`);
    if (service.deletedAt) return trouble('id', `Service ${number} was deleted. Restore it first`);
    return { service, messages: [] };
  }
  const service = named.byExternalId.get(externalId.trim());
  if (!service) return { messages: [] };
  if (service.deletedAt)
    return trouble('externalId', `It is that of service ${service.id}, which was deleted. Restore it first`);
  return { service, messages: [] };
}

/** The id in a cell, if it is one. */
export function idIn(cell: string): number | undefined {
  return /^\s*[1-9]\d{0,14}\s*$/.test(cell) ? Number(cell) : undefined;
}

function trouble(field: CatalogueColumn, message: string): Found {
  return { messages: [{ field, message }] };
}

/** NUL, which PostgreSQL can't store in a text, and U+FFFD, a sign of a wrong encoding. */
function unreadableCells(cells: CatalogueCells['cells']): LineMessage[] {
  const message = 'It has a character that can not be read. Save the file as CSV UTF-8';
  return Object.entries(cells).flatMap(([field, cell]) =>
    /[\0\ufffd]/.test(cell) ? { field: field as CatalogueColumn, message } : [],
  );
}

/** The slug of the category that a cell names, if the shop has it or makes it; otherwise what the rules refuse. */
function categoryIn(cell: unknown, { categories }: NamedServices, made: string | undefined): unknown {
  if (typeof cell !== 'string' || cell === '') return cell;
  return categories.get(cell) ?? (cell === made ? cell : NO_CATEGORY);
}

/** It has the form of no slug. */
const NO_CATEGORY = '-/-';

/** Their empty cells change nothing. */
const staysIfEmpty: ReadonlySet<FilledColumn> = new Set(['hidden', 'type', 'cancel', 'speedUp'] as const);

/** Every field from the file, or the current value if the file lacks the column. */
function typedFields(cells: CatalogueCells['cells'], service: CatalogueRow | undefined): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  for (const column of filledColumns) {
    const field = fieldOfColumn[column];
    const cell = cells[column];
    const current = service?.[field];
    // An exported value imports unchanged, even if the rules have changed since.
    const isLeftAsItIs = cell === undefined || cell === current || (staysIfEmpty.has(column) && cell.trim() === '');
    if (isLeftAsItIs) fields[field] = current;
    else fields[field] = typedCell(column, cell);
  }
  // A service that becomes a package loses its limits.
  const becomesPackage =
    fields.type !== service?.type && serviceTypes.some((type) => type === fields.type && isPackage(type));
  if (becomesPackage)
    for (const limit of ['min', 'max'] as const) if (cells[limit] === undefined) fields[limit] = undefined;
  return fields;
}

function parseFields(
  { externalId = null, hidden = false, ...typed }: Record<string, unknown>,
  service: CatalogueRow | undefined,
): { fields?: CatalogueFields; messages: LineMessage[] } {
  const serviceFields = withoutEmptyNumbers(typed);
  const parsed = service
    ? (service.forwarded ? updateServiceInput : updateOwnServiceInput)
        .transform((input) => completeFields(input, service))
        .safeParse({ ...serviceFields, id: service.id })
    : createServiceInput.safeParse(serviceFields);
  const named = externalIdText.nullable().safeParse(externalId);
  if (parsed.success && named.success && typeof hidden === 'boolean') {
    return { fields: { ...formFieldsOf(parsed.data), externalId: named.data, hidden }, messages: [] };
  }
  const ofFields = parsed.error?.issues.map(({ path, message }) => {
    const field = columnOf(path[0]);
    return { field, message: (field === 'price' && messageOfPrice(typed.priceMicros)) || message };
  });
  const ofExternalId = named.error?.issues.map(({ message }) => ({ field: 'externalId' as const, message })) ?? [];
  const ofHidden =
    typeof hidden === 'boolean' ? [] : [{ field: 'hidden' as const, message: 'Hidden must be yes or no' }];
  return { messages: [...ofExternalId, ...(ofFields ?? []), ...ofHidden].toSorted(byColumn) };
}

/** An empty cell is a missing number, which the rules require. */
function withoutEmptyNumbers(typed: Record<string, unknown>): Record<string, unknown> {
  const numbers = ['priceMicros', 'min', 'max', 'avgTimeHours'];
  return Object.fromEntries(
    Object.entries(typed).map(([field, value]) => [field, value === '' && numbers.includes(field) ? undefined : value]),
  );
}

/** The rules expect whole micro-dollars, so their message for a text would be too general. */
function messageOfPrice(typed: unknown): string | undefined {
  if (typeof typed !== 'string' || typed === '') return undefined;
  if (/^\$?\d+\.\d{7,}$/.test(typed)) return 'Price may have at most 6 decimals';
  return 'Price must be dollars with a point and without commas, such as 1250.50';
}

/** In the file's order. */
function byColumn(one: LineMessage, other: LineMessage): number {
  const placeOf = ({ field }: LineMessage) => catalogueColumns.findIndex((column) => column === field);
  return placeOf(one) - placeOf(other);
}

function columnOf(field: PropertyKey | undefined): CatalogueColumn | null {
  return filledColumns.find((column) => fieldOfColumn[column] === field) ?? null;
}

/** Refuses lines for the same service, or that would give two services the same external id. */
function withoutClashes(lines: PlannedLine[], { byExternalId }: NamedServices, skipFaulty: boolean): PlannedLine[] {
  const lineOfService = new Map<number, number>();
  const lineOfExternalId = new Map<string, number>();
  /** External ids that their services lose in this file, so that others may get them. A line that is left out loses none. */
  const released = new Set(
    lines.flatMap((line) =>
      !skipFaulty && line.kind === 'update' && line.changed.includes('externalId')
        ? (line.current.externalId ?? [])
        : [],
    ),
  );
  return lines.map((planned) => {
    if (planned.kind === 'error') return planned;
    const { line } = planned;
    const { name, externalId } = planned.kind === 'unchanged' ? planned.current : planned.fields;
    const id = planned.kind === 'create' ? undefined : planned.current.id;
    const clash = (field: CatalogueColumn, message: string) => refusedLine(line, { name }, [{ field, message }]);
    const sameService = id === undefined ? undefined : lineOfService.get(id);
    if (sameService !== undefined) return clash('id', `Line ${sameService} is about the same service`);
    if (id !== undefined) lineOfService.set(id, line);
    if (externalId === null) return planned;
    const sameExternalId = lineOfExternalId.get(externalId);
    if (sameExternalId !== undefined) return clash('externalId', `Line ${sameExternalId} has the same external id`);
    lineOfExternalId.set(externalId, line);
    const owner = byExternalId.get(externalId);
    if (!owner || owner.id === id || released.has(externalId)) return planned;
    return clash('externalId', `It is that of service ${owner.id} already`);
  });
}
