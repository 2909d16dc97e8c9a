import { failure, type OutcomeCode, ToolFault } from '@drawbridge/core'

interface Explanation {
  readonly code: OutcomeCode
  /** Continues a sentence that starts with the path. */
  readonly says: string
}

const byErrno: ReadonlyMap<string, Explanation> = new Map([
  ['ENOENT', { code: 'file_not_found', says: 'does not exist. List its folder to see its files.' }],
  ['ENOTDIR', { code: 'file_not_found', says: 'does not exist: a part of it is a file, not a folder.' }],
  ['EISDIR', { code: 'is_a_directory', says: 'is a folder. Name a file in it.' }],
  ['EEXIST', { code: 'path_conflict', says: 'already exists. Choose another name, or allow replacing it.' }],
  [
    'ENOTEMPTY',
    { code: 'path_conflict', says: 'is a folder that is not empty. Empty it first, or choose another name.' },
  ],
  ['EINVAL', { code: 'path_conflict', says: 'cannot be moved into itself. Choose a place outside it.' }],
  ['ELOOP', { code: 'stale_file', says: 'became a symbolic link after it was checked. Call again.' }],
  ['ENXIO', { code: 'not_a_file', says: 'is a pipe, socket or device, not a file.' }],
  ['ENODEV', { code: 'not_a_file', says: 'is a device, not a file.' }],
  [
    'EACCES',
    { code: 'path_outside_roots', says: 'cannot be accessed by the user that Drawbridge runs as (permission denied).' },
  ],
  ['EPERM', { code: 'path_outside_roots', says: 'may not be changed by the user that Drawbridge runs as.' }],
  ['EROFS', { code: 'path_outside_roots', says: 'is on a file system that is mounted read-only.' }],
  ['ETXTBSY', { code: 'path_conflict', says: 'is a program that is running now. End it first.' }],
  ['EBUSY', { code: 'path_conflict', says: 'is in use by the system, like a mount point. Choose another path.' }],
  ['ENAMETOOLONG', { code: 'invalid_target', says: 'is longer than the file system allows. Choose a shorter name.' }],
  ['EILSEQ', { code: 'invalid_target', says: 'has characters that the file system does not allow.' }],
  ['ENOSPC', { code: 'quota_exceeded', says: 'cannot be written: the disk is full.' }],
  ['EDQUOT', { code: 'quota_exceeded', says: "cannot be written: the user's disk quota is used up." }],
  ['EFBIG', { code: 'file_too_large', says: 'would become larger than the file system allows.' }],
  [
    'EMFILE',
    { code: 'quota_exceeded', says: 'cannot be opened: too many files are open. Try again with fewer calls.' },
  ],
  ['ENFILE', { code: 'quota_exceeded', says: 'cannot be opened: too many files are open on this machine.' }],
])

/**
 * The one place where errors of the operating system become failures. `path` is the path as the caller knows it. What is
 * already a fault passes unchanged, and so does what no call can cause: a defect stays visible as one.
 */
export function faultFromErrno(error: unknown, path: string): unknown {
  if (ToolFault.isInstance(error)) return error
  const code = errnoOf(error)
  const explanation = byErrno.get(code ?? '')
  if (explanation !== undefined) {
    return new ToolFault(failure(explanation.code, `"${path}" ${explanation.says}`), { cause: error })
  }
  if (code === 'EIO') {
    return new ToolFault(
      failure('internal_error', `"${path}" cannot be read or written: the device reports an error.`),
      {
        cause: error,
      },
    )
  }
  return error
}

/** The operating system's name of an error, such as `ENOENT`. */
export function errnoOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined
}

/** Runs one operation on a path and explains the operating system's errors. */
export async function explainingErrors<Value>(path: string, operation: () => Promise<Value>): Promise<Value> {
  try {
    return await operation()
  } catch (error) {
    throw faultFromErrno(error, path)
  }
}
