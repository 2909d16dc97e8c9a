import { createScriptedApprover } from '@drawbridge/core/testing'
import { createDrawbridge, type Outcome, type Session } from '@drawbridge/sdk'
import { expect, test } from 'vitest'
import {
  describeWithFeature,
  describeWithProgram,
  describeWithTestTools,
} from '../../../../scripts/test-support/describe-with.ts'
import { recordedLines } from '../../../../scripts/test-support/recorded-events.ts'
import { openGateway, refusedAgent } from './__fixtures__/open-gateway.ts'
import { type RealServer, realServers } from './__fixtures__/real-servers.ts'

/** Defines the tests of a server, or one that says what the machine lacks for them. */
function describeServer({ id, needs }: RealServer, suite: () => void): void {
  const reason = `the server "${id}" works with it`
  if (needs === undefined) suite()
  else if (needs !== 'postgres') describeWithProgram(needs, reason, suite)
  else describeWithFeature(needs, process.env.DRAWBRIDGE_TEST_POSTGRES === undefined ? reason : undefined, suite)
}

describeWithTestTools('the servers that people use are installed apart', (tools) => {
  for (const server of realServers) {
    const { id, allowed, denied, telling } = server
    describeServer(server, () => {
      test(`the server "${id}" works behind us, with policy, approval, scrubbing and record`, {
        timeout: 180_000,
      }, async () => {
        const { folder, places } = await openGateway(tools, [server])
        const { workspace, home } = folder
        {
          await using drawbridge = await createDrawbridge({ workspace, home })
          const mcp = await drawbridge.house.service('mcpServers')
          const managed = mcp?.get(id)
          const inventory = await managed!.inspect(AbortSignal.timeout(120_000))
          const named = inventory.tools.map(({ name }) => name)
          expect(named).toEqual(expect.arrayContaining([allowed.tool, telling.tool]))

          // Nothing is listed before somebody has agreed.
          const listed = () => drawbridge.registry.list().filter(({ name }) => name.startsWith(`mcp.${id}.`))
          expect(listed()).toEqual([])
          await managed!.agree(inventory, 'ada')
          await expect.poll(() => listed().length).toBe(inventory.tools.length)

          await using session = drawbridge.openSession({ principal: { user: 'ada' } })
          const call = (the: Session, { tool, input }: typeof allowed | typeof telling, more = {}): Promise<Outcome> =>
            the.call({ name: `mcp.${id}.${tool}`, arguments: input(places) }, more)
          const isOneTool = telling.tool === allowed.tool
          const yes = { tool: `mcp.${id}.${telling.tool}`, answer: 'allow_once' } as const
          const first = createScriptedApprover(isOneTool ? [yes] : [])
          const right = await call(session, allowed, { approvers: [first] })
          first.done()
          expect(right).toMatchObject({ status: 'ok' })
          expect(right.text).toMatch(allowed.says)

          await using guest = drawbridge.openSession({ principal: { user: 'ada', agent: refusedAgent } })
          const refused = denied === undefined ? await call(guest, telling) : await call(session, denied)
          expect(refused).toMatchObject({ status: 'denied', code: 'denied_by_policy' })

          const approver = createScriptedApprover([yes])
          const told = await call(session, telling, { approvers: [approver] })
          approver.done()
          expect(told).toMatchObject({ status: 'ok' })
          expect(JSON.stringify(told)).not.toContain(places.secret)
          expect(Object.keys(told.result.meta.redactions)).not.toEqual([])
        }
        const lines = recordedLines(home).join('\n')
        expect(lines).toContain(`mcp.${id}.${allowed.tool}`)
        expect(lines).toContain('"tool.completed"')
        expect(lines).toContain('"tool.denied"')
        expect(lines).not.toContain(places.secret)
      })
    })
  }
})
