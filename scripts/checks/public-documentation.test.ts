import { expect, test } from 'vitest'
import { plantPackages } from '../test-support/plant-packages.ts'
import { checkPublicDocumentation } from './public-documentation.ts'

async function problemsOf(source: string): Promise<readonly string[]> {
  const root = plantPackages({ core: { '.': source } })
  return (await checkPublicDocumentation(root)).report
}

test('given a public name without a doc comment, it names file and name', async () => {
  expect(await problemsOf('/* not one */\nexport interface Call {}\n// nor this\nexport const most = 3\n')).toEqual([
    'packages/core/src/index.ts: "Call" has no doc comment. Say what it means.',
    'packages/core/src/index.ts: "most" has no doc comment. Say what it means.',
  ])
})

test('given a number without a unit, it names the member; a unit may be in its name or comment', async () => {
  const source = `/** The options of a wait. */
export interface Wait {
  /** When it began. */
  readonly startedAt: number
  readonly waitMs: number
  /** Seconds. */
  readonly patience?: number
  readonly rest: number | undefined
  readonly label: string
}
`
  expect(await problemsOf(source)).toEqual([
    'packages/core/src/index.ts: "Wait.startedAt" is a number without a unit. Say in its doc comment what it counts.',
    'packages/core/src/index.ts: "Wait.rest" is a number without a unit. Say in its doc comment what it counts.',
  ])
})

test('given a function that throws without saying so, it names it; what an inner function throws is not its own', async () => {
  const source = `/** Opens it. */
export function open(): void { if (Math.random() > 2) throw new Error('no') }
/** Reads it. Throws if it is empty. */
export function read(): void { throw new Error('no') }
/** Makes a reader. */
export function reader() { return () => { throw new Error('no') } }
`
  expect(await problemsOf(source)).toEqual([
    'packages/core/src/index.ts: "open" throws, and its doc comment does not say when.',
  ])
})

test('a lint directive hides a doc comment: it is found above it', async () => {
  expect(
    await problemsOf('/** Filled by others. */\n// biome-ignore lint/x: y\nexport interface Services {}\n'),
  ).toEqual([])
})
