import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

/**
 * Reads a password from the first line of standard input or, at a terminal, from a prompt without echo. Never accepts
 * it as an argument, which other users could see.
 */
export async function readPassword(): Promise<string> {
  const password = process.stdin.isTTY ? await promptOnce('Password: ') : await readLine();
  if (password === '') throw new Error('no password was given on standard input');
  return password;
}

/** Reads a new password in the same way; at a terminal, prompts for it twice. */
export async function readNewPassword(): Promise<string> {
  const password = await readPassword();
  if (process.stdin.isTTY && (await promptOnce('Repeat the password: ')) !== password)
    throw new Error('the passwords differ');
  return password;
}

async function promptOnce(prompt: string): Promise<string> {
  process.stderr.write(prompt);
  const silence = new Writable({
    write: (_chunk, _encoding, done) => {
      done();
    },
  });
  const lines = createInterface({ input: process.stdin, output: silence, terminal: true });
  lines.on('SIGINT', () => process.exit(130));
  try {
    return await lines.question('');
  } finally {
    process.stderr.write('\n');
    lines.close();
  }
}

async function readLine(): Promise<string> {
  const lines = createInterface({ input: process.stdin });
  try {
    for await (const line of lines) return line;
    return '';
  } finally {
    lines.close();
  }
}
