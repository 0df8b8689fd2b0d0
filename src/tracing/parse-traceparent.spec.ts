import { parseTraceparent } from './parse-traceparent';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const SPAN = 'b7ad6b7169203331';

describe('parseTraceparent', () => {
  it.each([
    ['sampled', `00-${TRACE}-${SPAN}-01`, 1],
    ['not sampled', `00-${TRACE}-${SPAN}-00`, 0],
    ['with unknown flags', `00-${TRACE}-${SPAN}-ff`, 255],
    ['of a later version', `cc-${TRACE}-${SPAN}-01`, 1],
    ['of a later version with more fields', `cc-${TRACE}-${SPAN}-01-what-the-future-will-be-like`, 1],
  ])('reads one that is %s', (_, header, traceFlags) => {
    expect(parseTraceparent(header)).toEqual({ traceId: TRACE, spanId: SPAN, traceFlags });
  });

  it.each([
    ['missing', undefined],
    ['empty', ''],
    ['repeated', `00-${TRACE}-${SPAN}-01, 00-${TRACE}-${SPAN}-01`],
    ['repeated, as an array', [`00-${TRACE}-${SPAN}-01`]],
    ['of the version that is never valid', `ff-${TRACE}-${SPAN}-01`],
    ['of version 00 with more fields', `00-${TRACE}-${SPAN}-01-more`],
    ['of a later version with a longer field', `cc-${TRACE}-${SPAN}-01.more`],
    ['in upper case', `00-${TRACE.toUpperCase()}-${SPAN}-01`],
    ['without a trace', `00-${'0'.repeat(32)}-${SPAN}-01`],
    ['without a parent', `00-${TRACE}-${'0'.repeat(16)}-01`],
    ['too short', `00-${TRACE.slice(1)}-${SPAN}-01`],
    ['without flags', `00-${TRACE}-${SPAN}`],
    ['with spaces', ` 00-${TRACE}-${SPAN}-01`],
    ['with a line feed', `00-${TRACE}-${SPAN}-01\n`],
  ])('ignores one that is %s', (_, header) => {
    expect(parseTraceparent(header)).toBeUndefined();
  });
});
