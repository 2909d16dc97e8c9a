import { describe, test } from 'vitest'
import { corporaFolder, corporaPresent } from '../../bench/lib/corpora.ts'
import { findProgram } from './find-program.ts'
import { isRequired } from './is-required.ts'

/**
 * A suite that needs a program of the machine, which it receives as an absolute path. Where the program is missing the
 * suite is one skipped test that names program and reason, or a failing one when `DRAWBRIDGE_REQUIRE` lists the program.
 * @example describeWithProgram('bwrap', 'the sandbox is built from namespaces', (bwrap) => { test(...) })
 */
export function describeWithProgram(program: string, reason: string, suite: (path: string) => void): void {
  describeWith(program, findProgram(program), reason, suite)
}

/** A suite that needs the third-party corpora (see bench/lib/corpora.ts); `DRAWBRIDGE_REQUIRE` calls them `corpora`. */
export function describeWithCorpora(reason: string, suite: (folder: string) => void): void {
  describeWith('corpora', corporaPresent ? corporaFolder : undefined, reason, suite)
}

function describeWith(name: string, found: string | undefined, reason: string, suite: (found: string) => void): void {
  describe(`with ${name}`, () => {
    if (found !== undefined) return suite(found)
    if (!isRequired(name)) return test.skip(`needs ${name}: ${reason}`)
    test(`finds ${name}`, () => {
      throw new Error(`${name} is missing, and DRAWBRIDGE_REQUIRE lists it: ${reason}`)
    })
  })
}
