import { Readable } from 'node:stream';
import { createProgram } from '../../tools/create-program';

/** Runs a command as `npm run tool --` does, with this standard input, and returns its output. */
export async function runTool(words: readonly string[], input = ''): Promise<string> {
  let printed = '';
  const stdin = jest
    .spyOn(process, 'stdin', 'get')
    .mockReturnValue(Readable.from(input === '' ? [] : [Buffer.from(input)]) as never);
  const stdout = jest.spyOn(process.stdout, 'write').mockImplementation((text) => {
    printed += String(text);
    return true;
  });
  try {
    await createProgram().parseAsync(words, { from: 'user' });
    return printed;
  } finally {
    stdin.mockRestore();
    stdout.mockRestore();
  }
}
