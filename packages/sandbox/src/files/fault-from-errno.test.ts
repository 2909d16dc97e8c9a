import { failure, ToolFault } from '@drawbridge/core'
import { describe, expect, test } from 'vitest'
import { explainingErrors, faultFromErrno } from './fault-from-errno.ts'

const errno = (code: string) => Object.assign(new Error(code), { code })

describe('an error of the operating system', () => {
  test.each([
    ['ENOENT', 'file_not_found'],
    ['ENOTDIR', 'file_not_found'],
    ['EISDIR', 'is_a_directory'],
    ['EEXIST', 'path_conflict'],
    ['ENOTEMPTY', 'path_conflict'],
    ['EACCES', 'path_outside_roots'],
    ['EPERM', 'path_outside_roots'],
    ['EROFS', 'path_outside_roots'],
    ['ELOOP', 'stale_file'],
    ['ENAMETOOLONG', 'invalid_target'],
    ['ENOSPC', 'quota_exceeded'],
    ['EDQUOT', 'quota_exceeded'],
    ['EMFILE', 'quota_exceeded'],
    ['ENXIO', 'not_a_file'],
    ['EIO', 'internal_error'],
  ])('%s becomes %s, names the path and keeps its cause', (code, expected) => {
    const fault = faultFromErrno(errno(code), 'src/a.txt')
    expect(fault).toMatchObject({ failure: { code: expected }, cause: { code } })
    expect(fault).toMatchObject({ message: expect.stringContaining('"src/a.txt"') })
  })

  test('that no call can cause stays what it is', async () => {
    const defect = errno('EBADF')
    await expect(explainingErrors('a', () => Promise.reject(defect))).rejects.toBe(defect)
  })

  test('that was explained already is not explained again', () => {
    const fault = new ToolFault(failure('stale_file', 'changed'))
    expect(faultFromErrno(fault, 'a')).toBe(fault)
  })
})
