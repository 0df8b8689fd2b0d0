import type { DataSourceTraits, DialectTraits } from '../../../src/model';
import { emitter } from './emitter';

const traits: DialectTraits = {
  comparesAllTypes: false,
  propagatesConstants: false,
  hasLongTimes: false,
  readsNumbersInTexts: false,
  booleansAreNumbers: true,
  acceptsNumbersAsBooleans: true,
  hasInfiniteDates: false,
  hasTableFunctions: false,
  storesUnions: false,
  addsCounts: false,
  sharesReadsOfArms: false,
  buffersJoins: false,
  readsOrderFromIndex: true,
  ordersJoinsWithoutLimit: false,
};

const dataSources = {
  toy: { neededOptions: ['address'], draftOptions: ['address'], hasPassword: false, showsFilesAsViews: false },
} satisfies Record<string, DataSourceTraits>;

/** A third dialect, without an engine. A new dialect needs only such a folder and a line in the table. */
export const toy = { ...emitter, traits, dataSources };
