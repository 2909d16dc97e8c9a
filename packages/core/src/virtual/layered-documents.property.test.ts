import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ToolFault } from '../outcome/tool-fault.ts'
import { defaultDocumentLimits } from './document-limits.ts'
import { createLayeredDocuments } from './layered-documents.ts'
import { createMemoryAgentStore } from './memory-agent-store.ts'

const trust = 'trusted' as const

const paths = ['a.md', 'b.md'] as const
const path = fc.constantFrom(...paths)
const user = fc.constantFrom('ada', 'bob')
const text = fc.constantFrom('one', 'two', '')
const step = fc.oneof(
  fc.record({ kind: fc.constant('write' as const), user, path, text }),
  fc.record({ kind: fc.constant('remove' as const), user, path }),
  fc.record({ kind: fc.constant('share' as const), path, text }),
)

/** What each user sees: their own, or `null` where they deleted it, over what is shared. */
interface Model {
  readonly own: Map<string, string | null>
  readonly shared: Map<string, string>
}

const seen = ({ own, shared }: Model, who: string, what: string) => {
  const mine = own.get(`${who} ${what}`)
  return mine === undefined ? shared.get(what) : (mine ?? undefined)
}

test('the documents of a user over the shared ones behave as two layers, whatever happens in which order', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      const store = createMemoryAgentStore().memory
      const common = { store, agent: 'helper', limits: defaultDocumentLimits, clock: { now: () => 1 } }
      const documentsOf = (who: string) => createLayeredDocuments({ ...common, user: who })
      const model: Model = { own: new Map(), shared: new Map() }
      for (const each of steps) {
        if (each.kind === 'share') {
          const current = await store.find({ agent: 'helper' }, each.path)
          const change = { path: each.path, text: each.text, expected: current?.hash, modifiedMs: 1, trust }
          await store.save({ agent: 'helper' }, change)
          model.shared.set(each.path, each.text)
          continue
        }
        const documents = documentsOf(each.user)
        const current = await documents.read(each.path)
        expect(current?.text).toBe(seen(model, each.user, each.path))
        const key = `${each.user} ${each.path}`
        if (each.kind === 'write') {
          await documents.write(each.path, each.text, current?.version, trust)
          model.own.set(key, each.text)
        } else if (current !== undefined) {
          await documents.remove(each.path, current.version)
          if (model.shared.has(each.path)) model.own.set(key, null)
          else model.own.delete(key)
        }
      }
      for (const who of ['ada', 'bob']) {
        const documents = documentsOf(who)
        const expected = paths.filter((each) => seen(model, who, each) !== undefined)
        expect((await documents.list()).map((file) => file.path).toSorted()).toEqual(expected)
        expect((await documents.readAll()).map((file) => file.text).toSorted()).toEqual(
          expected.map((each) => seen(model, who, each)).toSorted(),
        )
      }
    }),
    { numRuns: 200 },
  )
})

test.each(['own', 'shared', 'none', 'hidden'] as const)(
  'a change of another state than it was made on is refused (%s)',
  async (state) => {
    const store = createMemoryAgentStore().memory
    const documents = createLayeredDocuments({
      store,
      agent: 'helper',
      user: 'ada',
      limits: defaultDocumentLimits,
      clock: { now: () => 1 },
    })
    const shared = { agent: 'helper' }
    const put = (owner: { agent: string; user?: string }, words: string | null, expected?: string) =>
      store.save(owner, { path: 'a.md', text: words, expected, modifiedMs: 1, trust })
    if (state === 'own' || state === 'hidden') await put({ ...shared, user: 'ada' }, state === 'own' ? 'old' : null)
    if (state === 'shared') await put(shared, 'old')
    const before = await documents.read('a.md')
    const others = await documents.read('a.md')
    if (state === 'shared') await put(shared, 'new', (await store.find(shared, 'a.md'))?.hash)
    else await documents.write('a.md', 'new', others?.version, trust)
    const codeOf = (work: Promise<unknown>) =>
      work.then(
        () => 'done',
        (error: unknown) => ToolFault.isInstance(error) && error.failure.code,
      )
    expect(await codeOf(documents.write('a.md', 'late', before?.version, trust))).toBe('stale_file')
    if (before !== undefined) expect(await codeOf(documents.remove('a.md', before.version))).toBe('stale_file')
    expect((await documents.read('a.md'))?.text).toBe('new')
  },
)
