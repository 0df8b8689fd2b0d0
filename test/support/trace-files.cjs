/**
 * `node --require` this to make a service write, for each request with the header `x-trace`, the files of `src` whose functions ran
 * during the request, in the order of their first call, to `trace-<header>.json` in its DATA_DIR.
 */
const { subscribe } = require('node:diagnostics_channel');
const { writeFileSync } = require('node:fs');
const Module = require('node:module');
const { join, relative, sep } = require('node:path');
const ts = require('typescript');

const ROOT = join(__dirname, '../..');
let entered;

globalThis.enterFile = (file) => {
  entered?.add(file);
};

subscribe('http.server.request.start', ({ request }) => {
  if (request.headers['x-trace'] !== undefined) entered = new Set();
});
subscribe('http.server.response.finish', ({ request }) => {
  const name = request.headers['x-trace'];
  if (name === undefined) return;
  writeFileSync(join(process.env.DATA_DIR, `trace-${name}.json`), JSON.stringify([...entered]));
  entered = undefined;
});

const compile = Module.prototype._compile;
Module.prototype._compile = function (code, path, ...others) {
  const file = relative(ROOT, path)
    .replace(/^dist\//, '')
    .split(sep)
    .join('/');
  return compile.call(
    this,
    file.startsWith('src/') && !/\/index\.(js|ts)$/.test(file) ? traceFunctions(code, file) : code,
    path,
    ...others,
  );
};

function isExport(node) {
  return ts.isGetAccessor(node) && ts.isObjectLiteralExpression(node.parent);
}

/** Returns the code with a call of `enterFile` at the start of the body of each function. */
function traceFunctions(code, file) {
  const call = `globalThis.enterFile(${JSON.stringify(file.replace(/\.(js|ts)$/, ''))})`;
  const inserted = [];
  const visit = (node) => {
    ts.forEachChild(node, visit);
    // compiled modules export their names as accessors of an object literal
    if (!ts.isFunctionLike(node) || node.body === undefined || isExport(node)) return;
    const { body } = node;
    if (!ts.isBlock(body)) inserted.push([body.getStart(), `(${call}, (`], [body.end, '))']);
    else inserted.push([body.getStart() + 1, `${call};`]);
  };
  visit(ts.createSourceFile(file, code, ts.ScriptTarget.Latest, true, ts.ScriptKind.JS));
  inserted.sort(([left], [right]) => right - left);
  return inserted.reduce((text, [at, part]) => text.slice(0, at) + part + text.slice(at), code);
}
