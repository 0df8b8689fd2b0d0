import { BOOLEAN, type DuckDBConnection, DuckDBScalarFunction, DOUBLE } from '@duckdb/node-api';
import { MOST_TEXT_BYTES, MOST_TEXTS_AT_ONCE, NO_ROOM, ROOM_FUNCTION } from '../../model';

/**
 * Registers the function that compiled statements call before they build long strings: DuckDB's memory limit does not count these strings,
 * and DuckDB builds those of about 2,000 rows before it notices an interrupt. Each thread has a share of the space, and each function of a
 * statement that builds strings has a share of that.
 */
export function registerTextRoom(connection: DuckDBConnection, threads: number): void {
  connection.registerScalarFunction(
    DuckDBScalarFunction.create({
      name: ROOM_FUNCTION,
      parameterTypes: [DOUBLE, DOUBLE],
      returnType: BOOLEAN,
      mainFunction: (info, input, output) => {
        const [sizes, sharers] = [input.getColumnVector(0), input.getColumnVector(1)];
        const room = MOST_TEXTS_AT_ONCE / threads / Number(sharers.getItem(0));
        let sum = 0;
        for (let row = 0; row < input.rowCount; row++) {
          const size = Number(sizes.getItem(row));
          sum += size;
          if (size > MOST_TEXT_BYTES || sum > room) {
            info.setError(NO_ROOM);
            return;
          }
          output.setItem(row, true);
        }
        output.flush();
      },
    }),
  );
}
