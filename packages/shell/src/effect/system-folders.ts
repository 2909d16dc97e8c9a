/** Folders of the operating system that hold what every program may read; Linux and macOS. Absolute. */
export const systemFolders: readonly string[] =
  '/usr /bin /sbin /lib /lib64 /etc /opt /var /sys /proc /boot /nix /System /Library'.split(' ')

/** Below them, yet what users and services leave there: mail, jobs, temporary files. */
export const sharedFolders: readonly string[] = ['/var/tmp', '/var/mail', '/var/spool', '/var/folders']
