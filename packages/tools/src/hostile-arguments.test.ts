import { outcomeCodes } from '@drawbridge/core/base'
import type { ToolBody } from '@drawbridge/core/registry'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fileTools } from './index.ts'
import { openWorkspace } from './testing/open-workspace.ts'

const hostileText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(
    '',
    '.',
    '..',
    '../..',
    '~',
    'a.txt',
    'src',
    'src/b.ts',
    'a\0b',
    '\ud800',
    '--help',
    '-e',
    '$&',
    '[',
    '(',
    '**',
    '{a,',
    '\\',
    '\n',
  ),
  fc.constantFrom('__proto__', 'constructor', 'a'.repeat(5000), 'a/'.repeat(2000), '@@ -1 +1 @@\n-a\n+b'),
)
const hostileValue = fc.oneof(
  hostileText,
  fc.integer(),
  fc.constantFrom(null, true, -1, 0, 1e308, [], {}, [null], [{ old: '', new: '' }], [{ old: 'needle', new: 'x' }]),
  fc.array(fc.record({ old: hostileText, new: hostileText }), { maxLength: 3 }),
)

/** Values for the fields that a tool has, and for some that it has not. */
function hostileArguments({ input }: ToolBody) {
  const schema = input['~standard'].jsonSchema.input({ target: 'draft-2020-12' }) as { properties?: object }
  const fields = [...Object.keys(schema.properties ?? {}), '__proto__', 'extra']
  return fc.dictionary(fc.constantFrom(...fields), hostileValue, { maxKeys: fields.length })
}

test.each(fileTools.map((tool) => [tool.name, tool] as const))(
  '%s answers hostile arguments with one of the published codes and never breaks',
  { timeout: 60_000 },
  async (name, tool) => {
    const body = await tool.load()
    await using workspace = await openWorkspace({ 'a.txt': 'needle\n', 'src/b.ts': 'needle\r\n' })
    await fc.assert(
      fc.asyncProperty(hostileArguments(body), async (args) => {
        const outcome = await workspace.call(name, args)
        if (outcome.status === 'ok') return
        expect(outcomeCodes).toContain(outcome.code)
        expect(outcome.code, outcome.message).not.toBe('internal_error')
        expect(outcome.message.length).toBeLessThan(20_000)
      }),
      { numRuns: 150 },
    )
  },
)
