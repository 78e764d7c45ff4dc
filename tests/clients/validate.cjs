// node validate.cjs FILE.glb: exits with 0 if gltf-validator finds no error and no warning.
const fs = require('fs');
const validator = require('gltf-validator');

validator.validateBytes(new Uint8Array(fs.readFileSync(process.argv[2]))).then(({issues}) => {
    console.log(`${process.argv[2]}: ${issues.numErrors} errors, ${issues.numWarnings} warnings`);
    for (const {severity, code, message, pointer} of issues.messages.slice(0, 5))
        console.log(`  ${severity} ${code} ${pointer}: ${message}`);
    process.exit(issues.numErrors + issues.numWarnings ? 1 : 0);
});
