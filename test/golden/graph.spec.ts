import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';

const FILE = resolve(__dirname, '../../ARCHITECTURE.md');
const BLOCK = /(?<=<!-- graph -->\n)[^]*(?=<!-- \/graph -->)/;

/** `npm run golden` writes the graph again; this test requires that it is unchanged. */
it('shows the imports between the folders as they are', () => {
  const graph = execFileSync('npm', ['run', '--silent', 'graph'], { encoding: 'utf8' });
  const block = `\n\`\`\`mermaid\n${sortArrows(graph.trim())}\n\`\`\`\n\n`;
  const page = readFileSync(FILE, 'utf8');
  if (process.env.UPDATE_GOLDEN === '1') writeFileSync(FILE, page.replace(BLOCK, block));
  expect(BLOCK.exec(readFileSync(FILE, 'utf8'))?.[0]).toBe(block);
}, 60_000);

/** Sorts the arrows, because the order of the imports in a file has no meaning. */
function sortArrows(graph: string): string {
  const lines = graph.split('\n');
  const isArrow = (line: string): boolean => line.includes('-->');
  return [...lines.filter((line) => !isArrow(line)), ...lines.filter(isArrow).sort()].join('\n');
}
