import { findTrustedProgram, type TrustedProgram } from '../target/find-trusted-program.ts'

/**
 * The program that builds the wall.
 * @param writable Folders in which sandboxed programs may write: nothing there is trusted.
 */
export function findBubblewrap(searchPath: string, writable: readonly string[] = []): TrustedProgram {
  return findTrustedProgram('bwrap', { software: 'bubblewrap', searchPath, writable })
}
