import { approveEverything } from '@drawbridge/core'
import { isJsonObject } from '@drawbridge/core/base'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { propertyRuns } from '../../../../scripts/test-support/property-runs.ts'
import { describeDatabases } from '../../../store/src/__fixtures__/describe-databases.ts'
import { agentHouse } from '../__fixtures__/agent-house.ts'
import { homeOn } from '../__fixtures__/home-on.ts'
import { playingLast } from '../__fixtures__/playing-model.ts'
import { runHere } from '../__fixtures__/run-here.ts'

/** Files, programs and the network have tests of their own, and the last one waits as long as it is told. */
const leftOut = /^(?:fs|runtime|web|credentials|custom)\.|^time\.wait$/

const strangeTexts = [
  ...[
    '',
    '.',
    '..',
    '../x',
    '/etc/passwd',
    '-x',
    '#1',
    '1',
    '-1',
    'NaN',
    '1e400',
    '__proto__',
    'constructor',
    '\\',
    '"',
  ],
  ...['a\0b', '\ud800', '\u202e', '\u001b[31m', 'x'.repeat(5000), '😀'.repeat(100), '日本語', 'a b c', 'last', 'main'],
  ...['planner', 'coder', 'shop', 'MEMORY.md', 'memory/a.md', '2020-13-45', '9999-12-31T23:59:59Z', 'Europe/Berlin'],
  ...['%', '_', '*', '[', '(a+)+$', 'NEAR(', 'a OR', '"unclosed', 'col:x', '*:*', "'; drop table sessions; --"],
]

/** Draws values that a schema accepts, or nearly: what a confused model may send. */
function drawn(schema: unknown): fc.Arbitrary<unknown> {
  if (!isJsonObject(schema)) return fc.constant(null)
  const { type, anyOf, items, properties, required = [], minimum, maximum, minLength = 0, maxLength } = schema
  if ('const' in schema) return fc.constant(schema.const)
  if (Array.isArray(schema.enum)) return fc.constantFrom(...schema.enum)
  if (Array.isArray(anyOf)) return fc.oneof(...anyOf.map(drawn))
  switch (type) {
    case 'object': {
      const fields = Object.entries(isJsonObject(properties) ? properties : {})
      const shape = Object.fromEntries(fields.map(([name, field]) => [name, drawn(field)] as const))
      return fc.record(shape, { requiredKeys: (required as readonly string[]).filter((name) => name in shape) })
    }
    case 'array':
      return fc.array(drawn(items), { maxLength: 3 })
    case 'string': {
      const fitting = (text: string) =>
        text.padEnd(Number(minLength), 'x').slice(0, Number(maxLength ?? text.length + 9))
      return fc.constantFrom(...strangeTexts).map(fitting)
    }
    case 'integer':
    case 'number': {
      const least = Number(minimum ?? Number.MIN_SAFE_INTEGER)
      const most = Number(maximum ?? Number.MAX_SAFE_INTEGER)
      return fc
        .constantFrom(least, most, 0, 1, 2, 50, 2 ** 31, 2 ** 40)
        .map((value) => Math.min(Math.max(value, least), most))
    }
    case 'boolean':
      return fc.boolean()
    default:
      return fc.constantFrom(null, 1, 'x', {}, [])
  }
}

describeDatabases('the tools of rooms', (database) => {
  test('told a model of a defect of the tool if an argument was strange: they say what is wrong with the argument', {
    timeout: 240_000,
  }, async () => {
    const folder = homeOn(database, {}, ['planner', 'coder'])
    await runHere(folder, ['teams', 'create', 'shop', '--lead', 'planner', '--members', 'coder'])
    await runHere(folder, ['agents', 'link', 'planner', 'coder'])
    await using house = await agentHouse(playingLast({}), { folder, authority: { approvers: [approveEverything] } })
    await using session = house.drawbridge.openSession({ principal: { agent: 'planner', user: 'ada' } })
    const { snapshot } = session.openRun()
    const tools = snapshot.tools.filter(({ name }) => !leftOut.test(name))
    expect(tools.length).toBeGreaterThan(30)
    for (const tool of tools) {
      const { name, inputSchema } = snapshot.show(await tool.describe())
      for (const given of fc.sample(drawn(inputSchema), propertyRuns(6))) {
        const { result } = await session.call({ name, arguments: given })
        expect({ name, given, result }).not.toMatchObject({ result: { code: 'internal_error' } })
      }
    }
  })
})
