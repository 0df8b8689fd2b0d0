import { emitter } from './emitter';
import { dataSources, traits } from './traits';

/** The dialect of PostgreSQL. */
export const postgresql = { ...emitter, traits, dataSources };
