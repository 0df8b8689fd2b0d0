/**
 * `node --require` this to register a tracer with the API of OpenTelemetry, as an SDK does, that writes each ended span as a line of JSON
 * to `spans.ndjson` in the DATA_DIR. It registers no propagator.
 */
const { randomBytes } = require('node:crypto');
const { appendFileSync } = require('node:fs');
const { join } = require('node:path');
const { trace } = require('@opentelemetry/api');

class RecordedSpan {
  constructor(name, { kind, attributes }, parent) {
    const traceId = parent?.traceId ?? randomBytes(16).toString('hex');
    this.identity = { traceId, spanId: randomBytes(8).toString('hex'), traceFlags: 1 };
    this.span = { name, kind, attributes: { ...attributes }, ...this.identity, parentId: parent?.spanId };
  }

  spanContext() {
    return this.identity;
  }

  isRecording() {
    return true;
  }

  setAttribute(name, value) {
    this.span.attributes[name] = value;
    return this;
  }

  setStatus(status) {
    this.span.status = status;
    return this;
  }

  end() {
    this.span.ends = (this.span.ends ?? 0) + 1;
    appendFileSync(join(process.env.DATA_DIR, 'spans.ndjson'), `${JSON.stringify(this.span)}\n`);
  }
}

const tracer = {
  startSpan: (name, options = {}, parent) => new RecordedSpan(name, options, parent && trace.getSpanContext(parent)),
};

trace.setGlobalTracerProvider({ getTracer: () => tracer });
