/** `node --require` this to have SIGUSR2 do what nobody expects: an error that is thrown where nobody catches it, and a rejection after it. */
process.on('SIGUSR2', () => {
  setTimeout(() => {
    throw new Error('a fault of the test');
  });
  setTimeout(() => void Promise.reject(new Error('a second fault of the test')), 50);
});
