/**
 * What `work` gives, or an error where it takes longer. Answers that have arrived by then count, although this process was too busy
 * to look at them.
 */
export async function within<Result>(milliseconds: number, work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      setImmediate(reject, new Error('no answer in time'));
    }, milliseconds).unref();
  });
  try {
    return await Promise.race([work, tooLong]);
  } finally {
    clearTimeout(timer);
  }
}
