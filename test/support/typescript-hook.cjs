/** `node --require` this to run the sources in a separate process, compiled as jest compiles them. */
const { transformFileSync } = require('@swc/core');
const [, options] = require('../../jest.config.cjs').transform['^.+\\.(t|j)s$'];

require.extensions['.ts'] = (module, file) => {
  module._compile(transformFileSync(file, options).code, file);
};
