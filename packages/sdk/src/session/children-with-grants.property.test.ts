import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { approveWith } from '@drawbridge/core'
import { createMemoryGrantStore } from '@drawbridge/core/approval'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { propertyRuns } from '../../../../scripts/test-support/property-runs.ts'
import { createDrawbridge } from '../create-drawbridge.ts'
import { randomCeilings, randomRules, strictness } from './__fixtures__/random-ceilings.ts'

let root: string
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'drawbridge-granted-')))
  mkdirSync(join(root, 'work/private'), { recursive: true })
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const calls = [
  { name: 'fs.read_file', arguments: { path: 'private/c.txt' } },
  { name: 'fs.write_file', arguments: { path: 'b.txt', content: 'b', overwrite: true } },
  { name: 'fs.delete', arguments: { path: 'private/c.txt' } },
  { name: 'runtime.exec', arguments: { command: 'touch d.txt' } },
] as const
const tools = [...calls.map(({ name }) => name), 'group:fs', '*']
const answers = ['allow_for_session', 'allow_always', 'deny'] as const
const level = fc.record({
  ...randomCeilings(tools),
  /** The calls that a person is asked about in this session, and what is answered if it is offered. */
  granted: fc.array(fc.record({ call: fc.nat(calls.length - 1), answer: fc.constantFrom(...answers) }), {
    maxLength: 3,
  }),
})

test('no grant, whoever gave it to whom, lets a child do what its parent may not', async () => {
  let granted = 0
  await fc.assert(
    fc.asyncProperty(randomRules(tools, 3), fc.array(level, { minLength: 2, maxLength: 4 }), async (rules, levels) => {
      writeFileSync(join(root, 'work/private/c.txt'), 'c')
      let wanted: (typeof answers)[number] = 'deny'
      const person = approveWith(
        'person',
        ({ offers }) => ({ answer: offers.some(({ answer }) => answer === wanted) ? wanted : 'deny' }),
        { human: true },
      )
      await using drawbridge = await createDrawbridge({
        workspace: join(root, 'work'),
        home: join(root, 'home'),
        record: 'off',
        config: { permissions: { allowBypass: true, rules }, sandbox: { mode: 'off' } },
        authority: { limiting: 'off', approvers: [person], grantStore: createMemoryGrantStore() },
      })
      const sessions: { readonly session: ReturnType<typeof drawbridge.openSession>; readonly own: Set<string> }[] = []
      let parents: readonly { readonly run: string }[] = []
      for (const [depth, { mode, denied, set, granted: asked }] of levels.entries()) {
        const session = drawbridge.openSession({
          principal: { role: depth === 0 ? 'main' : 'sub', parents },
          deniedPaths: denied,
          ...(mode === undefined ? {} : { mode }),
          scope: { depth: { current: depth, max: 4 }, ...(depth > 0 && set.length > 0 ? { childSet: set } : {}) },
        })
        const own = new Set<string>()
        for (const { call: index, answer } of asked) {
          wanted = answer
          const call = calls[index]
          if (call === undefined || (await session.call(call)).status === 'denied') continue
          own.add(call.name)
          granted += 1
        }
        sessions.push({ session, own })
        parents = [{ run: session.principal.run }, ...parents]
      }
      const verdictOf = async ({ session }: (typeof sessions)[number], call: (typeof calls)[number]) => {
        const { decision } = await session.explain(call)
        return decision === undefined ? strictness.deny : strictness[decision.verdict]
      }
      for (const call of calls) {
        const verdicts = await Promise.all(sessions.map((session) => verdictOf(session, call)))
        for (let depth = 1; depth < verdicts.length; depth += 1) {
          const [child = 2, parent = 2] = [verdicts[depth], verdicts[depth - 1]]
          // A person who granted it to the child alone has decided for the child alone, where its parent would have asked.
          const allowed = sessions[depth]?.own.has(call.name) === true && parent === strictness.ask ? 0 : parent
          expect({ call: call.name, depth, isLooser: child < allowed }).toEqual({
            call: call.name,
            depth,
            isLooser: false,
          })
        }
      }
    }),
    { numRuns: propertyRuns(20) },
  )
  expect(granted).toBeGreaterThan(0)
}, 120_000)
