/**
 * Returns the result of `work`, or rejects if it takes longer. A result that has arrived by then counts, even if this process was too busy
 * to read it.
 */
export async function within<Result>(milliseconds: number, work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      setImmediate(reject, new Error('no response in time'));
    }, milliseconds).unref();
  });
  try {
    return await Promise.race([work, tooLong]);
  } finally {
    clearTimeout(timer);
  }
}
