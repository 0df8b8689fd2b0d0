/** The trace and the span that a caller continues (W3C Trace Context). */
interface RemoteSpan {
  /** 32 hexadecimal digits. */
  readonly traceId: string;
  /** 16 hexadecimal digits. */
  readonly spanId: string;
  readonly traceFlags: number;
}

/** Version, trace id, parent id, flags, and what later versions may add. */
const FORM = /^(?!ff)([\da-f]{2})-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})(-.*)?$/;

/** Parses the header `traceparent` by the W3C recommendation "Trace Context". Returns undefined for an invalid one, which is ignored. */
export function parseTraceparent(header: unknown): RemoteSpan | undefined {
  if (typeof header !== 'string') return undefined;
  const [, version, traceId, spanId, flags = '', rest] = FORM.exec(header) ?? [];
  if (traceId === undefined || spanId === undefined || (version === '00' && rest !== undefined)) return undefined;
  return { traceId, spanId, traceFlags: parseInt(flags, 16) };
}
