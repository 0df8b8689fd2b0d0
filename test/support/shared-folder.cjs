const { mkdtempSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');

/** Creates a folder for files that the suites of one run share, `SHARED_TEST_FILES`. */
module.exports = function createSharedFolder() {
  process.env.SHARED_TEST_FILES = mkdtempSync(join(tmpdir(), 'shared-test-files-'));
};
