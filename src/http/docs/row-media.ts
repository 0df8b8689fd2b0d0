import { ENCODED_FORMATS, ROW_FORMAT_TYPES, SELECTABLE_FORMATS } from '../../model';
import { type Schema, STRING } from './schemas';

const BYTES: Schema = { type: 'string', format: 'binary' };

/** The schemas of the formats of rows other than JSON, by media type. */
export const ROW_MEDIA: Readonly<Record<string, Schema>> = Object.fromEntries(
  SELECTABLE_FORMATS.map(
    (format) =>
      [mediaType(ROW_FORMAT_TYPES[format].contentType), ENCODED_FORMATS.has(format) ? BYTES : STRING] as const,
  ).filter(([type]) => type !== 'application/json'),
);

function mediaType(contentType: string): string {
  return contentType.split(';', 1)[0] ?? '';
}
