import { connect } from 'node:net';

/** A response as it is in the stream. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

export interface Conversation {
  readonly answers: readonly RawAnswer[];
  /** The bytes that are not a complete response; normally empty. */
  readonly rest: string;
}

/** What follows the first response, and the local address of the client. */
interface Sending {
  readonly later?: Buffer;
  readonly from?: string;
}

/** Sends these bytes on one connection, `later` after the first response, and reads until the server closes it. */
export function converse(port: number, bytes: Buffer, { later, from }: Sending = {}): Promise<Conversation> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const to = { port, host: '127.0.0.1', ...(from !== undefined && { localAddress: from }) };
    const socket = connect(to, () => socket.write(bytes));
    socket.on('data', (chunk) => chunks.push(chunk));
    if (later !== undefined) socket.once('data', () => socket.write(later));
    socket.on('error', () => undefined);
    socket.on('close', () => {
      resolve(readAnswers(Buffer.concat(chunks).toString('latin1')));
    });
  });
}

/** Reads by the rules of RFC 9112. Responses to HEAD have no body here, and no body ends with the connection. */
function readAnswers(stream: string): Conversation {
  const answers: RawAnswer[] = [];
  let rest = stream;
  for (;;) {
    const head = /^HTTP\/1\.1 (\d{3}) [^\r\n]*\r\n((?:[^\r\n]+\r\n)*)\r\n/.exec(rest);
    if (head === null) return { answers, rest };
    const headers = new Map(
      (head[2] ?? '').split('\r\n').map((line) => {
        const [name = '', value = ''] = line.split(/:\s*(.*)/s);
        return [name.toLowerCase(), value] as const;
      }),
    );
    const behind = rest.slice(head[0].length);
    const isFinal = Number(head[1]) >= 200;
    const [body, length] = isFinal ? readBody(behind, headers) : ['', 0];
    if (behind.length < length) return { answers, rest };
    if (isFinal) answers.push({ status: Number(head[1]), headers, body });
    rest = behind.slice(length);
  }
}

function readBody(text: string, headers: ReadonlyMap<string, string>): readonly [body: string, length: number] {
  if (headers.get('transfer-encoding') !== 'chunked') {
    const length = Number(headers.get('content-length') ?? 0);
    return [text.slice(0, length), length];
  }
  let body = '';
  for (let at = 0; ;) {
    const [line = '', size] = /^([0-9a-f]+)\r\n/.exec(text.slice(at)) ?? [];
    if (size === undefined) return [body, Infinity];
    const length = parseInt(size, 16);
    body += text.slice(at + line.length, at + line.length + length);
    at += line.length + length + 2;
    if (length === 0) return [body, at];
  }
}
