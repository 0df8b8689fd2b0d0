import { emitter } from './emitter';
import { dataSources, traits } from './traits';

/** The MySQL family: MariaDB, MySQL and servers that speak their protocol. */
export const mysql = { ...emitter, traits, dataSources };
