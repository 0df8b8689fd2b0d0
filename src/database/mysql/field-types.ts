import mysql from 'mysql2';

/** The types of columns in the protocol. The driver's own property loads its module anew at each look. */
export const TYPES = mysql.Types;
