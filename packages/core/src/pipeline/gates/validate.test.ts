import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { compileToolSchema, validateInput } from '../../schema/index.ts'
import { invalidArguments } from './validate.ts'

const compiled = compileToolSchema(z.strictObject({ query: z.string(), count: z.int().optional() }), 'strict')

async function messageFor(input: unknown): Promise<string> {
  const validation = await validateInput(compiled, input)
  return validation.ok ? '' : invalidArguments({ exposedName: 'skill.search' }, validation).message
}

describe('the message about invalid arguments', () => {
  test.each([{}, null, undefined])('does not tell a person who gave %j that something was truncated', async (input) => {
    const message = await messageFor(input)
    expect(message).toContain('None were given, although some are required.')
    expect(message).toMatch(/"query"|query: expected a string/)
    expect(message).not.toContain('seem to have been truncated')
    // A model whose provider lost the arguments of a truncated call still learns the way out.
    expect(message).toContain('If you gave some, the call was truncated: send it again')
  })

  test('says that a text which ends within its JSON was truncated', async () => {
    expect(await messageFor('{"query": "how do')).toContain('They seem to have been truncated')
  })

  test('guesses nothing about arguments that are merely wrong', async () => {
    expect(await messageFor({ count: 1 })).not.toMatch(/truncated|None were given/)
  })
})
