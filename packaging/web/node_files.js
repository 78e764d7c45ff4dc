// A library for Emscripten's linker: second descriptors of files in Node.js. Emscripten's own opens the file again, which
// fails for new files and for standard output. node.js closes the file when nobody uses it any more.
mergeInto(LibraryManager.library, {
    __syscall_fcntl64__deps: ['$FS'],
    __syscall_fcntl64__sig: 'iiii',
    __syscall_fcntl64__proxy: 'sync',
    __syscall_fcntl64: function(fd, command, varargs) {
        var stream = FS.getStream(fd);
        if (!stream)
            return -{{{ cDefine('EBADF') }}};
        switch (command) {
        case {{{ cDefine('F_DUPFD') }}}:
        case 1030: // F_DUPFD_CLOEXEC
            stream.users = stream.users || {count: 1};
            stream.users.count++;
            var second = Object.assign({}, stream, {fd: FS.nextfd()});
            FS.streams[second.fd] = second;
            return second.fd;
        case {{{ cDefine('F_GETFL') }}}:
            return stream.flags;
        case {{{ cDefine('F_GETFD') }}}:
        case {{{ cDefine('F_SETFD') }}}:
        case {{{ cDefine('F_SETFL') }}}:
            return 0;
        default:
            return -{{{ cDefine('EINVAL') }}};
        }
    },
});
