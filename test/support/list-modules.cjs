/** `node --require` this to have a process leave the files that it has loaded as modules in `modules.json` of its DATA_DIR. */
const { writeFileSync } = require('node:fs');
const { join } = require('node:path');

process.on('exit', () => {
  writeFileSync(join(process.env.DATA_DIR, 'modules.json'), JSON.stringify(Object.keys(require.cache)));
});
