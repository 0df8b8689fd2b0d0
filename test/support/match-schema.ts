/** The keywords of JSON Schema that documents of the service use. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
  readonly unevaluatedProperties?: Schema;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
}

type Schemas = Readonly<Record<string, Schema>>;

/** Returns the places where a value does not match a schema, which must describe every member; empty where it matches. */
export function mismatches(schema: Schema, value: unknown, schemas: Schemas, place = '$'): readonly string[] {
  const { $ref, anyOf } = schema;
  if ($ref !== undefined) return mismatches(resolve($ref, schemas), value, schemas, place);
  if (anyOf === undefined) return mismatchesOfOne(schema, value, schemas, place);
  const faults = anyOf.map((each) => mismatches(each, value, schemas, place));
  return faults.some(({ length }) => length === 0) ? [] : faults.flat();
}

function mismatchesOfOne(schema: Schema, value: unknown, schemas: Schemas, place: string): readonly string[] {
  const { type, enum: choices } = schema;
  const types = typeof type === 'string' ? [type] : (type ?? []);
  if (!types.some((each) => isOfType(each, value)))
    return [`${place}: ${JSON.stringify(value)} is not ${types.join()}`];
  if (choices !== undefined && !choices.includes(value)) return [`${place}: ${JSON.stringify(value)} is no choice`];
  if (Array.isArray(value))
    return value.flatMap((item, index) => mismatches(schema.items ?? {}, item, schemas, `${place}[${index}]`));
  return typeof value === 'object' && value !== null ? mismatchesOfMembers(schema, value, schemas, place) : [];
}

function mismatchesOfMembers(schema: Schema, value: object, schemas: Schemas, place: string): readonly string[] {
  const { properties = {}, required = [], additionalProperties, unevaluatedProperties } = schema;
  const missing = required.filter((name) => !Object.hasOwn(value, name)).map((name) => `${place}.${name} is missing`);
  const others = Object.entries(value).flatMap(([name, member]) => {
    const known = Object.hasOwn(properties, name) ? properties[name] : (additionalProperties ?? unevaluatedProperties);
    if (typeof known !== 'object') return [`${place}.${name} is not described`];
    return mismatches(known, member, schemas, `${place}.${name}`);
  });
  return [...missing, ...others];
}

function isOfType(type: string, value: unknown): boolean {
  if (type === 'null') return value === null;
  if (type === 'array') return Array.isArray(value);
  if (type === 'integer') return Number.isInteger(value);
  if (type === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value);
  return typeof value === type;
}

function resolve(reference: string, schemas: Schemas): Schema {
  const [, name = ''] = /^#\/components\/schemas\/(.+)$/.exec(reference) ?? [];
  const schema = schemas[name];
  if (schema === undefined) throw new Error(`${reference} is not in the document`);
  return schema;
}

/** Returns the places of a schema that describe nothing, so that a generated client has no type for them. */
export function untyped(schema: Schema, place = '$'): readonly string[] {
  if (schema.$ref !== undefined) return [];
  const parts = partsOf(schema);
  const needsParts = schema.type === undefined || schema.type === 'object' || schema.type === 'array';
  if (needsParts && parts.length === 0) return [place];
  return parts.flatMap(([name, part]) => untyped(part, `${place}.${name}`));
}

function partsOf({ anyOf = [], properties = {}, items, additionalProperties }: Schema): [name: string, part: Schema][] {
  return [
    ...anyOf.map((each, index): [string, Schema] => [String(index), each]),
    ...Object.entries(properties),
    ...(items === undefined ? [] : [['[]', items] satisfies [string, Schema]]),
    ...(typeof additionalProperties === 'object' ? [['*', additionalProperties] satisfies [string, Schema]] : []),
  ];
}
