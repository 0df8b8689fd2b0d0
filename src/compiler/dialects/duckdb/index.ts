export { duckdb } from './duckdb';
