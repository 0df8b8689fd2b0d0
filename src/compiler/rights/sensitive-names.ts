import { nameKey, type Property } from '../../model';

/** The properties that are sensitive without a policy: by their tag `classification`, or by a part of their name (SECURITY.md). */
export class SensitiveNames {
  readonly #known = new Map<Property, 'tag' | 'name' | undefined>();

  /** `parts` are the parts of names that make a property sensitive, in lower case. */
  constructor(private readonly parts: readonly string[]) {}

  /** Returns what makes a property sensitive; undefined if it is not. */
  causeOf(property: Property): 'tag' | 'name' | undefined {
    if (this.#known.has(property)) return this.#known.get(property);
    const byName = this.includesName(nameKey(property.name)) ? 'name' : undefined;
    const cause = isPersonal(property) ? 'tag' : byName;
    this.#known.set(property, cause);
    return cause;
  }

  includesName(key: string): boolean {
    return this.parts.some((part) => key.includes(part));
  }
}

function isPersonal({ tags }: Property): boolean {
  return tags.some((tag) => nameKey(tag.name) === 'classification' && tag.value.toUpperCase() === 'PII');
}
