import type { CodeSplittingNameFunction } from 'rolldown';

/** Features whose pages visitors open, and the looks that they wait for, too. */
const FOR_VISITORS = /\/features\/(home|about|auth|catalogue|notices)\/|\/theme\/lazy-recipes\.ts$/;
const SHELL = /\/app\/dashboard-shell\.tsx$/;
const OVERVIEW = /\/features\/dashboard\/overview-page\.tsx$/;
const TABLE = /\/components\/data-table\/data-table\.tsx$/;
/** Of some thirty. What fewer need would be a burden to the others. */
const MANY_PAGES = 8;

/**
 * Names a file for what the dashboard's shell or many of its pages load, and no visitor's page does, and one for what its tables need.
 * By itself each of these parts would be a file, as other pages load other ones beside it: a dozen requests more for each page, which
 * a slow line feels more than the kilobyte that a page does without.
 */
export const signedInFile: CodeSplittingNameFunction = (id, graph) => {
  const reached = importersOf(id, graph);
  const entries = reached.filter((each) => graph.getModuleInfo(each)?.dynamicImporters.length);
  if (entries.includes(id) || entries.some((entry) => FOR_VISITORS.test(entry))) return null;
  if (entries.some((entry) => SHELL.test(entry))) return 'signed-in';
  if (entries.filter((entry) => entry.endsWith('-page.tsx')).length < MANY_PAGES) return null;
  if (entries.some((entry) => OVERVIEW.test(entry))) return 'signed-in';
  return reached.some((each) => TABLE.test(each)) ? 'table' : null;
};

/** What can't run without a module, itself among them. */
function importersOf(id: string, graph: Parameters<CodeSplittingNameFunction>[1]): string[] {
  const reached = new Set([id]);
  // A set goes on to what is added to it meanwhile.
  for (const each of reached) for (const importer of graph.getModuleInfo(each)?.importers ?? []) reached.add(importer);
  return [...reached];
}
