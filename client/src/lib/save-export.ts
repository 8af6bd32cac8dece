import { TRPCClientError } from '@trpc/client';
import { exportPath } from '#shared/export-path.ts';
import { type ExportInputs, fetchSignedIn } from './trpc.ts';

/** By then the browser has read the file; some start shortly after the click. */
const KEPT_FOR_MS = 60_000;

/**
 * Downloads a list as a CSV file. The token must be in a header, which a link can't send, so the file is fetched first; browsers
 * store a long one on disk.
 * @param input the list's filters
 * @throws TRPCClientError if it is refused, or the stream aborts
 */
export async function saveExport<Name extends keyof ExportInputs>(
  name: Name,
  input: ExportInputs[Name],
): Promise<void> {
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
