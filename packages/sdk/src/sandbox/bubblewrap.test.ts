import { expect, test } from 'vitest'
import { describeWithProgram } from '../../../../scripts/test-support/describe-with.ts'
import { describeSandboxedCalls } from './__fixtures__/sandboxed-calls.ts'
import { createSandboxedFolder, textOf } from './__fixtures__/sandboxed-folder.ts'

describeWithProgram('bwrap', 'it builds the sandbox', () => {
  describeSandboxedCalls(() => ({ section: { backend: 'bubblewrap' }, inside: (workspace) => workspace }))

  test('a command that a line leaves running is told to have ended with it', async () => {
    using folder = createSandboxedFolder()
    await using drawbridge = await folder.open({})
    await using session = drawbridge.openSession()
    const run = async (command: string) => textOf(await session.call({ name: 'runtime__exec', arguments: { command } }))
    expect(await run('sleep 300 > out.log & echo started')).toContain('"sleep 300" was ended if it was still running')
    expect(await run('sleep 0 & wait; echo done')).not.toContain('was ended')
  })

  describeWithProgram('curl', 'it finds the proxy by its environment', () => {
    test('with hosts that are allowed, a command reaches those alone', async () => {
      using folder = createSandboxedFolder()
      await using drawbridge = await folder.open({ network: { allow: ['allowed.invalid'] } })
      await using session = drawbridge.openSession()
      const get = async (host: string) => {
        const command = `curl -sS -o body -w '%{http_code}' http://${host}/; cat body`
        return textOf(await session.call({ name: 'runtime__exec', arguments: { command } }))
      }
      expect(await get('elsewhere.invalid')).toContain('Refused by Drawbridge: "elsewhere.invalid" is not on the list')
      expect(await get('allowed.invalid')).toContain('"allowed.invalid" resolves to no address')
    })
  })
})
