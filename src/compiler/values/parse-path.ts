/** One hop of a path: `relationship[concept]`, with `*steps` for a transitive one. */
export interface PathHop {
  readonly relationship: string;
  readonly concept: string;
  readonly steps: number | undefined;
}

/** The hops of a path and its property or, with `ofLink`, a column of the last hop's link or its `transitivity_level`. */
export interface Path {
  readonly hops: readonly PathHop[];
  readonly property: string;
  readonly ofLink: boolean;
}

const HOP = /^([^.[\]*]+)\[([^.[\]*]+?)(?:\*(\d{1,3}))?\]/;

/**
 * Returns the path in a name such as `on_album[album].made_by[artist].name` (docs/language.md), or undefined for a
 * plain name.
 */
export function parsePath(name: string): Path | undefined {
  const hops: PathHop[] = [];
  let rest = name;
  for (;;) {
    const match = HOP.exec(rest);
    if (match === null) return undefined;
    hops.push(readHop(match));
    rest = rest.slice(match[0].length);
    if (rest.startsWith('_') && rest.length > 1) return { hops, property: rest.slice(1), ofLink: true };
    if (!rest.startsWith('.') || rest.length === 1) return undefined;
    rest = rest.slice(1);
    if (!rest.includes('[')) return { hops, property: rest, ofLink: false };
  }
}

/** Returns the hop as written in a path. */
export function printHop({ relationship, concept, steps }: PathHop): string {
  return `${relationship}[${concept}${steps === undefined ? '' : `*${steps}`}]`;
}

function readHop([, relationship = '', concept = '', steps]: RegExpExecArray): PathHop {
  return { relationship, concept, steps: steps === undefined ? undefined : Number(steps) };
}
