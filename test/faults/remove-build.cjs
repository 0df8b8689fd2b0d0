const { rmSync } = require('node:fs');

module.exports = function removeBuild() {
  rmSync(process.env.BUILT_SERVICE, { recursive: true });
};
