const { rmSync } = require('node:fs');

module.exports = function removeSharedFolder() {
  rmSync(process.env.SHARED_TEST_FILES, { recursive: true });
};
