import { TRPCClientError } from '@trpc/client';
import { exportPath } from '#shared/export-path.ts';
import type { ExportInput, ExportName } from '#shared/exports.ts';
import { fetchSignedIn } from './trpc.ts';

/** The browser has read the file by then; some ask for it a moment after the click. */
const KEPT_FOR_MS = 60_000;

/**
 * Has a list as a CSV file, and gives it to the reader as a download. The token goes in a header, which no link of a page can
 * send, so the file is fetched first; browsers keep a long one on the disk.
 * @param input the list's filters
 * @throws TRPCClientError where it is refused, or breaks off
 */
export async function saveExport<Name extends ExportName>(name: Name, input: ExportInput<Name>): Promise<void> {
  const response = await fetchSignedIn(`${exportPath(name)}?input=${encodeURIComponent(JSON.stringify(input))}`);
  const file = await response.blob().catch((error: unknown) => {
    throw TRPCClientError.from(error as Error);
  });
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = fileNameIn(response.headers.get('content-disposition')) ?? `${name}.csv`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT_FOR_MS);
}

function fileNameIn(disposition: string | null): string | undefined {
  return /filename="([^"]+)"/.exec(disposition ?? '')?.[1];
}
