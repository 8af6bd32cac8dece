/** Preloaded into a process (`node --import`): SIGUSR2 then starts an endless loop. */
process.on('SIGUSR2', () => {
  for (;;);
});
