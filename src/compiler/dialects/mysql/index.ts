import { emitter } from './emitter';
import { dataSources, traits } from './traits';

/** The dialect of the MySQL family: MariaDB, MySQL and servers with the same protocol. */
export const mysql = { ...emitter, traits, dataSources };
