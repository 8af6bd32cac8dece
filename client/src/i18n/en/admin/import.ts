import { texts } from '../../texts.ts';

/** The import of a catalogue file. */
export const importTexts = texts('importing', {
  apply: { one: 'Apply {count} change', other: 'Apply {count} changes' },
  applying: 'Applying…',
  changeColumns: 'Change the columns',
  check: 'Check the file',
  checkFailed: "The file can't be checked",
  checking: 'Checking…',
  chooseAnother: 'Choose another file',
  chooseFile: 'Choose a file',
  chooseFirst: 'Choose a file or paste its lines first',
  columnsHint: 'A column that the file does not have stays as it is. At most {count} lines.',
  columnsIntro:
    'Which column of the file is which? New services need those with *. Both limits can be in one column, and a category can come from the name. Prices are dollars for 1,000.',
  csvFile: 'CSV file',
  done: 'Catalogue imported',
  downloadEmpty: 'Download an empty file',
  emptyValue: 'nothing',
  heading: 'Import Services',
  leave: 'Leave',
  leaveSure: 'Leave without importing?',
  leaveSureText: 'Nothing of the file was written.',
  linesHint:
    'A line with an {id}, or with an {externalId} that a service has, changes that service; any other line makes a new one.',
  notInFile: 'Not in the file',
  notUsed: 'Not used: {columns}',
  notBefore: 'Nothing is written before you have seen what would be.',
  noName: 'No name',
  nothingToDo: 'The catalogue says all of this already.',
  notWritten: 'Nothing was written',
  notWhileErrors: 'Nothing is written while a line can’t be taken. Mend the file and choose it again.',
  orDrop: 'or drop it here',
  orPaste: 'Or paste the lines, headers first',
  pasted: 'What you pasted',
  renamed: { one: '{count} service gets another name', other: '{count} services get another name' },
  saveAsCsv: 'This is an Excel workbook. Open it and save it as “CSV UTF-8”, or copy its cells and paste them below.',
  skipFaulty: 'Leave out the lines that can’t be taken',
  stay: 'Stay',
  takeAway: 'Take {name} away',
  tooLong: 'The file must be at most 2 MB',
  wouldBeDone: 'What would be done',
});

/** What a line of the file does. */
export const importKindTexts = texts('importKinds', {
  error: 'Error',
  create: 'New',
  update: 'Changed',
  unchanged: 'Unchanged',
});

/** How many lines do so. */
export const importCountTexts = texts('importCounts', {
  error: '{count} can’t be taken',
  create: '{count} new',
  update: '{count} changed',
  unchanged: '{count} unchanged',
});

/** What a column of the file can be. */
export const importColumnTexts = texts('importColumns', {
  name: 'Service name',
  nameBn: 'Bengali name',
  category: 'Category',
  price: 'Price for 1,000',
  min: 'Minimum',
  max: 'Maximum',
  minMax: 'Minimum and maximum',
  externalId: 'ID at the other panel (externalId)',
  description: 'Description',
  avgTime: 'Average time',
  type: 'Type',
  refillDays: 'Refill period',
  cancel: 'Cancel requests',
  speedUp: 'Speed-up requests',
  image: 'Image',
  hidden: 'Hidden',
  id: 'ID in this shop (id)',
});
