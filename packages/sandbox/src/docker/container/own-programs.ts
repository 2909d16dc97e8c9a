/**
 * The search path for our own programs in a container. The image may have the workspace on its search path, where
 * others could add a file with the name of a shell.
 */
export const ownSearchPath = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'

export const ownShell = '/bin/sh'
