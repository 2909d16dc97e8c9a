import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { propertyRuns } from '../../../../scripts/test-support/property-runs.ts'
import { createDrawbridge } from '../create-drawbridge.ts'
import { randomCeilings, randomRules, strictness } from './__fixtures__/random-ceilings.ts'

let root: string
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'drawbridge-within-')))
  mkdirSync(join(root, 'work/private'), { recursive: true })
  writeFileSync(join(root, 'work/a.txt'), 'a')
  writeFileSync(join(root, 'work/private/c.txt'), 'c')
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const calls = [
  { name: 'fs.read_file', arguments: { path: 'a.txt' } },
  { name: 'fs.write_file', arguments: { path: 'b.txt', content: 'b', overwrite: true } },
  { name: 'fs.delete', arguments: { path: 'private/c.txt' } },
  { name: 'runtime.exec', arguments: { command: 'ls' } },
  { name: 'web.fetch', arguments: { url: 'https://example.com/' } },
] as const
const tools = [...calls.map(({ name }) => name), 'group:fs', '*']
const level = fc.record(randomCeilings(tools))

test('a child at any depth can do nothing that a parent may not, whatever rules, modes and lists of tools there are', async () => {
  await fc.assert(
    fc.asyncProperty(randomRules(tools, 4), fc.array(level, { minLength: 2, maxLength: 4 }), async (rules, levels) => {
      await using drawbridge = await createDrawbridge({
        workspace: join(root, 'work'),
        home: join(root, 'home'),
        record: 'off',
        config: { permissions: { allowBypass: true, rules }, sandbox: { mode: 'off' } },
        authority: { limiting: 'off' },
      })
      const verdicts: number[][] = []
      let parents: readonly { readonly run: string }[] = []
      for (const [depth, { mode: own, denied, set }] of levels.entries()) {
        const session = drawbridge.openSession({
          principal: { role: depth === 0 ? 'main' : 'sub', parents },
          deniedPaths: denied,
          ...(own === undefined ? {} : { mode: own }),
          scope: { depth: { current: depth, max: 4 }, ...(depth > 0 && set.length > 0 ? { childSet: set } : {}) },
        })
        verdicts.push(
          await Promise.all(
            calls.map(async (call) => {
              const { decision } = await session.explain(call)
              return decision === undefined ? strictness.deny : strictness[decision.verdict]
            }),
          ),
        )
        parents = [{ run: session.principal.run }, ...parents]
      }
      for (let depth = 1; depth < verdicts.length; depth += 1) {
        for (const [index, { name }] of calls.entries()) {
          const [child = 2, parent = 2] = [verdicts[depth]?.[index], verdicts[depth - 1]?.[index]]
          expect({ name, depth, isLooser: child < parent }).toEqual({ name, depth, isLooser: false })
        }
      }
    }),
    { numRuns: propertyRuns(15) },
  )
}, 60_000)
