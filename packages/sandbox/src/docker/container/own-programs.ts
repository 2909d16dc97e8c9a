/**
 * Where what we run ourselves in a container is looked for. The image may have the workspace on its own search path, where others could put
 * a file by the name of a shell.
 */
export const ownSearchPath = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'

export const ownShell = '/bin/sh'
