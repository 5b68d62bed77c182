// The tests run the very files of src: Node's own type stripping, so line numbers stay and no compiler joins in.
const { stripTypeScriptTypes } = require('node:module');
module.exports = { process: (source) => ({ code: stripTypeScriptTypes(source) }) };
