/** `node --require` this to make SIGUSR2 cause an uncaught exception, and an unhandled rejection after it. */
process.on('SIGUSR2', () => {
  setTimeout(() => {
    throw new Error('a fault of the test');
  });
  setTimeout(() => void Promise.reject(new Error('a second fault of the test')), 50);
});
