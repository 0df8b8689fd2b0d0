import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';

/** The headers of a response in one of the forms that `ServerResponse.writeHead` and `setHeader` pass on. */
type GivenHeaders = readonly unknown[] | Readonly<Record<string, unknown>> | null | undefined;

/** The part of Node's responses that prints the status line and the headers. It is not documented, so `responsesWith` checks that it works. */
interface HeadPrinter {
  readonly _header: string | null;
  _storeHeader(firstLine: string, given: GivenHeaders): void;
}

const Response = ServerResponse as unknown as new (request: IncomingMessage) => ServerResponse & HeadPrinter;

/**
 * Returns a class of responses that have these headers, except those that a response sets itself. Their lines are printed once, because Node
 * would check and print each header for each response (docs/benchmarks.md). Throws if this version of Node does not print them.
 */
export function responsesWith(headers: Readonly<Record<string, string>>): typeof ServerResponse {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const bits = new Map(Object.keys(headers).map((name, place) => [name.toLowerCase(), 1 << place]));
  /** The printed lines, by the bits of the headers that they leave out. */
  const texts = new Map<number, string>();
  const textWithout = (own: number): string => {
    const known = texts.get(own);
    if (known !== undefined) return known;
    const text = lines.filter((_, place) => (own & (1 << place)) === 0).join('');
    texts.set(own, text);
    return text;
  };
  class ResponseWithHeaders extends Response {
    override _storeHeader(firstLine: string, given: GivenHeaders): void {
      let own = 0;
      for (const name of namesOf(given)) own |= bits.get(name.toLowerCase()) ?? 0;
      super._storeHeader(firstLine + textWithout(own), given);
    }
  }
  const response = new ResponseWithHeaders(new IncomingMessage(new Socket()));
  response.writeHead(200);
  if (response._header?.includes(lines.join('')) !== true)
    throw new Error(`Node ${process.version} prints the headers of responses in another way than this service expects`);
  return ResponseWithHeaders as unknown as typeof ServerResponse;
}

/** Returns the names of headers: the keys of an object, or the first of each two items of a list. */
function namesOf(given: GivenHeaders): readonly string[] {
  if (given === null || given === undefined) return [];
  if (!isArray(given)) return Object.keys(given);
  return given.filter((_, index) => index % 2 === 0).map(String);
}

function isArray(value: GivenHeaders): value is readonly unknown[] {
  return Array.isArray(value);
}
