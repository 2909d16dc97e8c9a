import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { agentWorkspace, folderName } from './agent-folder.ts'

describe('the folder of an agent and user', () => {
  test.each([
    ['helper', 'helper'],
    ['Bob', '%42ob'],
    ['telegram:42', 'telegram%3a42'],
    ['../../etc', '%2e.%2f..%2fetc'],
    ['..', '%2e%2e'],
    ['.', '%2e'],
    ['a%2fb', 'a%252fb'],
    ['ü', '%c3%bc'],
  ])('%s is called %s', (id, name) => {
    expect(folderName(id)).toBe(name)
  })

  test('lies below the home, whatever the ids are, and is of nobody else', () => {
    const id = fc.oneof(fc.string({ maxLength: 200 }), fc.constantFrom('..', '.', '', '/', 'A', 'a', 'a/..', '\0'))
    fc.assert(
      fc.property(id, id, (one, other) => {
        const folder = agentWorkspace('/home/data', one, other)
        expect(folder).toMatch(/^\/home\/data\/agents\/[^/]+\/users\/[^/]+\/workspace$/)
        expect(folder).not.toMatch(/\/\.\.?(\/|$)/)
        if (one !== other) expect(folderName(one).toLowerCase()).not.toBe(folderName(other).toLowerCase())
      }),
    )
  })
})
