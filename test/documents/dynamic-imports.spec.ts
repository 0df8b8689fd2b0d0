import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ModuleKind, ScriptTarget, transpileModule } from 'typescript';

const ROOT = join(__dirname, '../..');
/** The options of tsconfig.json that determine how imports are written. */
const OPTIONS = {
  module: ModuleKind.Node20,
  target: ScriptTarget.ES2023,
  rewriteRelativeImportExtensions: true,
  experimentalDecorators: true,
  emitDecoratorMetadata: true,
};
const DYNAMIC = /\bimport\(['"]\.[^)]*\)/g;

/** TypeScript does not rewrite the import of a `.ts` file within a class that has decorators: only the compiled service would fail. */
describe('dynamic imports', () => {
  it('are of compiled files in what TypeScript writes', () => {
    const files = ['src', 'tools'].flatMap((folder) =>
      readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
        .filter((file) => /(?<!\.spec|\.d)\.ts$/.test(file))
        .map((file) => join(folder, file)),
    );
    const imports = files.flatMap((file) => {
      const text = readFileSync(join(ROOT, file), 'utf8');
      if (!text.includes("import('.")) return [];
      const written = transpileModule(text, { compilerOptions: OPTIONS, fileName: file }).outputText;
      return (written.match(DYNAMIC) ?? []).map((each) => `${file}: ${each}`);
    });
    expect(imports.length).toBeGreaterThan(5);
    expect(imports.filter((each) => /\.ts['"]\)$/.test(each))).toEqual([]);
  });
});
