import type { CodeSplittingNameFunction } from 'rolldown';

/** Features with pages for visitors, and the styles that they load later. */
const FOR_VISITORS = /\/features\/(home|about|auth|catalogue|notices)\/|\/theme\/lazy-recipes\.ts$/;
const SHELL = /\/app\/dashboard-shell\.tsx$/;
const OVERVIEW = /\/features\/dashboard\/overview-page\.tsx$/;
const TABLE = /\/components\/data-table\/data-table\.tsx$/;
/** Of some thirty. A module that fewer pages need would only slow down the others. */
const MANY_PAGES = 8;

/**
 * Names a shared file for modules that the dashboard's shell or many of its pages load but no visitor's page does, and another one for
 * tables. Otherwise each of these modules would be a file of its own, because pages combine them differently: a dozen more requests per
 * page, which cost a slow connection more than an unused kilobyte.
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

/** The modules that depend on a module, including itself. */
function importersOf(id: string, graph: Parameters<CodeSplittingNameFunction>[1]): string[] {
  const reached = new Set([id]);
  // Iterating a Set includes items added during the loop.
  for (const each of reached) for (const importer of graph.getModuleInfo(each)?.importers ?? []) reached.add(importer);
  return [...reached];
}
