/**
 * Jest's module runtime, with each module compiled once in a worker process and not again for every suite, which took half the time of
 * `npm test`. Jest passes an `importModuleDynamically` function to `vm.compileFunction`, and V8 then keeps no compiled code
 * (https://github.com/nodejs/node/issues/35375). Modules are still evaluated for each suite, in its own context.
 */
const vm = require('node:vm');

const compileFunction = vm.compileFunction;
/** The script that was compiled last for a file. */
const compiled = new Map();

vm.compileFunction = (source, parameters, options) => {
  if (options?.parsingContext === undefined) return compileFunction(source, parameters, options);
  const { filename, parsingContext } = options;
  const key = `${filename}\n${parameters.join(',')}`;
  let kept = compiled.get(key);
  if (kept?.source !== source) {
    kept = { source, script: compileScript(source, parameters, filename) };
    compiled.set(key, kept);
  }
  return kept.script.runInContext(parsingContext);
};

/** Compiles a script whose value is the function; the head is not counted in the columns of errors. */
function compileScript(source, parameters, filename) {
  const head = `(function (${parameters.join(',')}) {`;
  return new vm.Script(`${head}${source}\n})`, { filename, columnOffset: -head.length });
}

module.exports = require('jest-runtime');
