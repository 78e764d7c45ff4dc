// Runs before the program in Node.js.
globalThis.fetch = undefined; // it fetches no files, but Emscripten takes it for the one of browsers
Module.preRun = () => {
    const close = FS.close;
    FS.close = stream => { // see node_files.js
        if (stream.users && --stream.users.count > 0)
            FS.closeStream(stream.fd);
        else
            close(stream);
    };
};
