// Runs at the end of every installation: without the patches folder patch-package finds nothing to do and succeeds.
import postgres from 'postgres';

if (!('guard' in postgres().options)) {
  console.error(
    'The database driver could not be patched (patches/postgres+*.patch), and loses connections without it.',
  );
  process.exitCode = 1;
}
