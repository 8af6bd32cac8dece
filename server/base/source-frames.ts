import { readFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { dirname, resolve } from 'node:path';

/** The program of this process. `npm start` bundles a worker into one file with a source map. */
const program = process.argv[1] ?? '';
const place = /(?:file:\/\/)?(\/[^\s()]+):(\d+):(\d+)/;

/** Null if there is none. */
let ofProgram: SourceMap | null | undefined;

/**
 * Maps a stack frame to the sources. Node's own source maps take 55 MB in each process; this one is read with the first logged error.
 * @param frame a line such as `at charge (/srv/panel/dist/server/worker.js:98775:3)`
 * @returns the frame unchanged if it is in a package, or the program has no map
 */
export function toSourceFrame(frame: string): string {
  return frame.replace(place, (whole, file: string, line: string, column: string) => {
    if (file !== program) return whole;
    if (ofProgram === undefined) ofProgram = readMap();
    // Source maps count from 0.
    const from = ofProgram?.findEntry(Number(line) - 1, Number(column) - 1);
    if (!from || !('originalSource' in from) || from.generatedLine !== Number(line) - 1) return whole;
    return `${resolve(dirname(program), from.originalSource)}:${from.originalLine + 1}:${from.originalColumn + 1}`;
  });
}

function readMap(): SourceMap | null {
  try {
    return new SourceMap(JSON.parse(readFileSync(`${program}.map`, 'utf8')) as SourceMapPayload);
  } catch {
    return null;
  }
}
