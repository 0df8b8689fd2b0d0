import { nameKey, type Property } from '../../model';

/** The properties that are sensitive without a policy: by their tag `classification`, or by a part of their name (SECURITY.md). */
export class SensitiveNames {
  readonly #known = new Map<Property, boolean>();

  /** `parts` are the parts of names that make a property sensitive, in lower case. */
  constructor(private readonly parts: readonly string[]) {}

  includes(property: Property): boolean {
    let isSensitive = this.#known.get(property);
    if (isSensitive === undefined) {
      isSensitive = isPersonal(property) || this.includesName(nameKey(property.name));
      this.#known.set(property, isSensitive);
    }
    return isSensitive;
  }

  includesName(key: string): boolean {
    return this.parts.some((part) => key.includes(part));
  }
}

function isPersonal({ tags }: Property): boolean {
  return tags.some((tag) => nameKey(tag.name) === 'classification' && tag.value.toUpperCase() === 'PII');
}
