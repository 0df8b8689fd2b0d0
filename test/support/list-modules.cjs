/** `node --require` this to make a process write the files that it has loaded as modules to `modules.json` in its DATA_DIR. */
const { writeFileSync } = require('node:fs');
const { join } = require('node:path');

process.on('exit', () => {
  writeFileSync(join(process.env.DATA_DIR, 'modules.json'), JSON.stringify(Object.keys(require.cache)));
});
