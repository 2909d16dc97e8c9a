import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'vitest'
import { corporaFolder, corporaPresent } from '../../bench/lib/corpora.ts'
import { findProgram } from './find-program.ts'
import { isRequired } from './is-required.ts'

/**
 * Defines a suite that needs a program of the machine, which it receives as an absolute path. If the program is missing, the suite
 * is one skipped test that names program and reason, or a failing one if `DRAWBRIDGE_REQUIRE` lists the program.
 * @example describeWithProgram('bwrap', 'the sandbox is built from namespaces', (bwrap) => { test(...) })
 */
export function describeWithProgram(program: string, reason: string, suite: (path: string) => void): void {
  describeWith(program, findProgram(program), reason, suite)
}

/**
 * A suite that needs something that several programs make together, such as a container engine. It receives their absolute paths;
 * `DRAWBRIDGE_REQUIRE` and the skipped test call them by `name`.
 * @public Fixtures use it, which are not looked through for what is unused.
 */
export function describeWithPrograms<Program extends string>(
  name: string,
  programs: readonly Program[],
  reason: string,
  suite: (paths: Readonly<Record<Program, string>>) => void,
): void {
  const found = programs.map((program) => [program, findProgram(program)] as const)
  const missing = found.filter(([, path]) => path === undefined).map(([program]) => program)
  const paths = missing.length > 0 ? undefined : (Object.fromEntries(found) as Record<Program, string>)
  describeWith(name, paths, missing.length > 0 ? `${reason} (missing: ${missing.join(', ')})` : reason, suite)
}

/** A suite that needs the third-party corpora (see bench/lib/corpora.ts); `DRAWBRIDGE_REQUIRE` calls them `corpora`. */
export function describeWithCorpora(reason: string, suite: (folder: string) => void): void {
  describeWith('corpora', corporaPresent ? corporaFolder : undefined, reason, suite)
}

/**
 * A suite that needs what only tests need and what is too heavy for everybody: servers, clients and the conformance suite of MCP, which
 * `npm ci --prefix test-tools` installs. It receives their folder; `DRAWBRIDGE_REQUIRE` calls them `test-tools`.
 */
export function describeWithTestTools(reason: string, suite: (folder: string) => void): void {
  const folder = join(import.meta.dirname, '../../test-tools')
  describeWith(
    'test-tools',
    existsSync(join(folder, 'node_modules/.package-lock.json')) ? folder : undefined,
    reason,
    suite,
  )
}

/**
 * Defines a suite that needs a feature of the machine, such as writable control groups.
 * @param missing The reason that it is missing; undefined if it exists.
 */
export function describeWithFeature(name: string, missing: string | undefined, suite: () => void): void {
  describeWith(name, missing === undefined ? true : undefined, missing ?? '', suite)
}

function describeWith<Found>(
  name: string,
  found: Found | undefined,
  reason: string,
  suite: (found: Found) => void,
): void {
  describe(`with ${name}`, () => {
    if (found !== undefined) return suite(found)
    if (!isRequired(name)) return test.skip(`needs ${name}: ${reason}`)
    test(`finds ${name}`, () => {
      throw new Error(`${name} is missing, and DRAWBRIDGE_REQUIRE lists it: ${reason}`)
    })
  })
}
