/** Loaded into a process before its program (`node --import`): SIGUSR2 then sends it into an endless loop. */
process.on('SIGUSR2', () => {
  for (;;);
});
