import { openPage } from '@drawbridge/dashboard'
import { statement } from '@drawbridge/store/database'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { buildDashboard } from '../../../../scripts/lib/build-dashboard.ts'
import { repositoryRoot } from '../../../../scripts/lib/repository-root.ts'
import { describeWithBrowser } from '../../../dashboard/src/testing/describe-with-browser.ts'
import { openDashboard, startBrowser } from '../../../dashboard/src/testing/open-browser.ts'
import { openRoundRobin } from '../../../gateway/src/testing/open-round-robin.ts'
import { openTestGateway } from '../../../gateway/src/testing/open-test-gateway.ts'
import { startNode } from '../../../gateway/src/testing/start-node.ts'
import { describePostgres } from '../../../store/src/__fixtures__/describe-databases.ts'

const moves = 30
/** The first moves leave a node that is killed; the others leave one that goes on. `DRAWBRIDGE_NODE_ROUNDS=30` kills one at each move. */
const kills = Math.min(moves, Number(process.env.DRAWBRIDGE_NODE_ROUNDS ?? 2))
const callsOf = statement<[], { tool_call_id: string }>(
  "select tool_call_id from events where type = 'tool.called' order by position",
)

// The numbers are those of the acceptance checks in docs/dashboard.md.
describeWithBrowser('the page behind a proxy', () => {
  let browser: Awaited<ReturnType<typeof startBrowser>>
  beforeAll(async () => {
    await buildDashboard(repositoryRoot)
    browser = await startBrowser()
  })
  afterAll(() => browser.close())

  describePostgres('in front of two nodes', ({ options }) => {
    const store = { kind: 'postgres', url: (options() as { url: string }).url }

    // 19
    it('shows each event once and in order, although it is moved from node to node and some of them are killed', {
      timeout: 120_000 + kills * 60_000,
    }, async () => {
      const proxy = await openRoundRobin()
      onTestFinished(() => proxy[Symbol.asyncDispose]())
      const rules = [JSON.parse('{"id":"no-reads","tools":"fs.read_file","then":"deny"}')]
      const both = { configuration: { store, permissions: { rules } }, section: { publicUrl: proxy.url } }
      const here = await openTestGateway({ page: openPage(), script: [], ...both })
      const { user, send } = await here.signIn('operator')
      const start = () => startNode(here, { script: [], ...both })
      proxy.add(here.url)
      const code = await here.gateway.access.codes.createLogin({ userId: user.id })
      // Each call is one row, and all of them are drawn.
      await using opened = await openDashboard(browser, proxy.url, `/live#code=${code}`, { height: 4_000 })
      const { page } = opened
      const live = page.locator('[data-connection=live]')
      await live.waitFor()

      // The page came from this process, which only makes the calls from now on. Both nodes are processes of their own.
      let [current, other] = [await start(), await start()]
      proxy.remove(here.url)
      proxy.add(current.url)
      proxy.cut()
      await page.evaluate(() => (globalThis as unknown as EventTarget).dispatchEvent(new Event('focus')))
      await live.waitFor()

      let denied = 0
      const call = async () => {
        denied += 1
        const answer = await send('POST', '/v1/tools/fs.read_file/invoke', {
          body: { arguments: { path: `${denied}` } },
        })
        expect(answer.json.status).toBe('denied')
      }
      for (let move = 0; move < moves; move += 1) {
        const isKilled = move < kills
        await call()
        proxy.remove(current.url)
        proxy.add(other.url)
        if (isKilled) current.kill('SIGKILL')
        else proxy.cut()
        await page.locator('[data-connection=reconnecting], [data-connection=offline]').first().waitFor()
        await call()
        await page.evaluate(() => (globalThis as unknown as EventTarget).dispatchEvent(new Event('focus')))
        await live.waitFor()
        const left = isKilled ? await start() : current
        current = other
        other = left
      }
      await call()
      await page.getByText(`${denied} denied`).waitFor()
      const recorded = (await here.gateway.database.all(callsOf)).map((row) => row.tool_call_id)
      const shown = await page
        .locator('main li a')
        .evaluateAll((all) =>
          all.map((link) => new URL((link as unknown as { readonly href: string }).href).searchParams.get('call')),
        )
      expect(shown).toEqual(recorded)
      expect(recorded).toHaveLength(denied)
      expect(here.errors).toEqual([])
    })
  })
})
