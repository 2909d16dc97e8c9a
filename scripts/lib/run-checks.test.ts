import { expect, test } from 'vitest'
import { resultOf, skippedBecause } from './check.ts'
import { runChecks } from './run-checks.ts'

async function linesOf(checks: Parameters<typeof runChecks>[0], atOnce = 1) {
  const lines: string[] = []
  const code = await runChecks(checks, '.', { print: (line) => lines.push(line), atOnce })
  return { code, lines, last: lines.at(-1) }
}

test('the last line sums what all checks counted', async () => {
  const { code, last } = await linesOf(
    new Map([
      ['one', async () => resultOf([])],
      ['suite', async () => ({ passed: 40, failed: 0, skipped: 2, report: [] })],
      ['absent', async () => skippedBecause('needs bwrap: the sandbox')],
    ]),
  )
  expect(last).toBe('41 passed, 0 failed, 3 skipped')
  expect(code).toBe(0)
})

test('a failed check shows its report, and the others still run', async () => {
  const { code, lines, last } = await linesOf(
    new Map([
      ['bad', async () => resultOf(['a.ts is wrong'])],
      ['good', async () => resultOf([])],
    ]),
  )
  expect(lines).toContain('a.ts is wrong')
  expect(last).toBe('1 passed, 1 failed, 0 skipped')
  expect(code).toBe(1)
})

test('a check that breaks has failed, and says so', async () => {
  const broken = async () => {
    throw new Error('no such tool')
  }
  const { code, lines } = await linesOf(new Map([['broken', broken]]))
  expect(lines.join('\n')).toContain('The check itself broke: Error: no such tool')
  expect(code).toBe(1)
})

test('as many checks as wanted run at once, and are told in their order', async () => {
  const started: string[] = []
  const first = Promise.withResolvers<void>()
  const { lines } = await linesOf(
    new Map([
      [
        'first',
        async () => {
          started.push('first')
          await first.promise
          return resultOf([])
        },
      ],
      [
        'second',
        async () => {
          started.push('second')
          expect(started).toEqual(['first', 'second'])
          first.resolve()
          return resultOf([])
        },
      ],
      [
        'third',
        async () => {
          started.push('third')
          return resultOf([])
        },
      ],
    ]),
    2,
  )
  expect(started).toEqual(['first', 'second', 'third'])
  expect(lines.slice(0, 3).map((line) => line.split(' ')[1])).toEqual(['first', 'second', 'third'])
})
