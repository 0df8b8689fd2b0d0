import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const { scripts } = JSON.parse(readFileSync(join(__dirname, '..', '..', 'package.json'), 'utf8')) as { scripts: Readonly<Record<'start', string>> }; // prettier-ignore

/** The flags of Node in `npm start`. Without them, the service takes more memory than the promises allow. */
export const NODE_FLAGS: readonly string[] = scripts.start.match(/ --[\w-]+(=\w+)?/g)?.map((flag) => flag.trim()) ?? [];
