import { ROW_FORMAT_TYPES } from '../../model';

/** The content type of every JSON response. */
export const JSON_TYPE = ROW_FORMAT_TYPES.json.contentType;
