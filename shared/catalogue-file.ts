/** The columns of a file of the catalogue, by their headers. */
export const catalogueColumns = [
  'id',
  'externalId',
  'name',
  'category',
  'description',
  'price',
  'min',
  'max',
  'avgTime',
  'image',
] as const;
