import { BOOLEAN, type DuckDBConnection, DuckDBScalarFunction, DOUBLE } from '@duckdb/node-api';
import { MOST_TEXT_BYTES, MOST_TEXTS_AT_ONCE, NO_ROOM, ROOM_FUNCTION } from '../../model';

/**
 * Gives an instance the function that compiled statements ask before they make long texts: DuckDB counts what such texts
 * take in no limit of memory, and makes those of some 2,000 rows at a time before it hears that it shall stop. Each thread
 * has its part of the room, and each of the functions of a statement that make texts has its part of that.
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
