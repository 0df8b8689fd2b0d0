import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { ResponseReader } from './response-reader';

/** One response; times in milliseconds since the request was sent. */
export interface ResponseFigures {
  readonly time: number;
  /** When the first byte of the body came, or the end of a response without a body. */
  readonly firstByte: number;
  readonly bytes: number;
}

/** A keep-alive connection that sends one request after the other. */
export class LoadConnection {
  private readonly reader = new ResponseReader();
  private begin = 0;
  private firstByte = 0;
  private waiting: { readonly resolve: (figures: ResponseFigures) => void; readonly reject: (error: Error) => void } | undefined; // prettier-ignore

  private constructor(private readonly socket: Socket) {
    socket.on('data', (chunk: Buffer) => {
      this.receive(chunk);
    });
    socket.on('error', (error) => {
      this.fail(error);
    });
    socket.on('close', () => {
      this.fail(new Error('the server closed a connection'));
    });
  }

  static async open({ hostname, port }: URL): Promise<LoadConnection> {
    const socket = connect({ host: hostname, port: Number(port), noDelay: true });
    await once(socket, 'connect');
    return new LoadConnection(socket);
  }

  /** Sends a whole request. Rejects on any status except 200, and when the connection ends. */
  send(request: string): Promise<ResponseFigures> {
    return new Promise((resolve, reject) => {
      this.waiting = { resolve, reject };
      this.firstByte = 0;
      this.begin = performance.now();
      this.socket.write(request);
    });
  }

  close(): void {
    this.waiting = undefined;
    this.socket.destroy();
  }

  private receive(chunk: Buffer): void {
    try {
      const isWhole = this.reader.read(chunk);
      if (this.firstByte === 0 && (isWhole || this.reader.bytes > 0)) this.firstByte = performance.now() - this.begin;
      if (isWhole) this.end();
    } catch (error) {
      this.fail(error instanceof Error ? error : new Error(String(error)));
    }
  }

  private end(): void {
    const { status, bytes } = this.reader;
    if (status !== 200) {
      this.fail(new Error(`a response had status ${status}`));
      return;
    }
    const { waiting } = this;
    this.waiting = undefined;
    waiting?.resolve({ time: performance.now() - this.begin, firstByte: this.firstByte, bytes });
  }

  private fail(error: Error): void {
    this.waiting?.reject(error);
    this.waiting = undefined;
  }
}
