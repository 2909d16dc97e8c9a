import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

/** A statement of the specification with what guards it: a test by its file and title, or a check of its own. */
export type Statement =
  | readonly [says: string, file: string, title: string]
  | readonly [says: string, check: () => unknown]

const root = join(import.meta.dirname, '../../../..')

/**
 * Tests that each statement about a subject is guarded. Statements are numbered in their order.
 * @example describeStatements('a handoff', [['It survives a restart.', 'packages/cli/src/room/x.test.ts', 'title of the test']])
 */
export function describeStatements(subject: string, statements: readonly Statement[]): void {
  describe(`what is said of ${subject}`, () => {
    test.each(statements.map((statement, index) => [index + 1, statement[0], statement] as const))(
      '%d. %s',
      async (_, __, [, guard, title]) => {
        if (typeof guard === 'function') await guard()
        else expect([...titlesIn(readFileSync(join(root, guard), 'utf8'))], guard).toContain(title)
      },
    )
    test('says nothing twice', () => {
      const said = statements.map(([says]) => says)
      expect(said.filter((says, index) => said.indexOf(says) !== index)).toEqual([])
    })
  })
}

const title = `(['"\`])((?:\\\\.|(?!\\1).)+)\\1`
const ofTests = new RegExp(`^\\s*(?:test|it)\\(\\s*${title}`, 'gm')
const ofTables = new RegExp(`\\)\\(\\s*${title},`, 'g')
const ofRows = new RegExp(`\\[\\s*${title},`, 'g')

/** Returns the titles of the tests in a file, with the first words of the rows of their tables. Skipped tests have none. */
export function titlesIn(source: string): ReadonlySet<string> {
  const code = source
    .split('\n')
    .filter((line) => !/^\s*(?:\/\/|\/?\*)/.test(line))
    .join('\n')
  const found = [ofTests, ofTables, ofRows].flatMap((pattern) => [...code.matchAll(pattern)])
  return new Set(found.map(([, quote, text = '']) => text.replaceAll(`\\${quote}`, quote ?? '')))
}
