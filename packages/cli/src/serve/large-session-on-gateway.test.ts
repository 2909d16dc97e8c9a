import type { DrawbridgeEvent } from '@drawbridge/core'
import { openPage } from '@drawbridge/dashboard'
import { createDatabaseRecorder } from '@drawbridge/store/sessions'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildDashboard } from '../../../../scripts/lib/build-dashboard.ts'
import { repositoryRoot } from '../../../../scripts/lib/repository-root.ts'
import { describeWithBrowser } from '../../../dashboard/src/testing/describe-with-browser.ts'
import { openDashboard, startBrowser } from '../../../dashboard/src/testing/open-browser.ts'
import { openTestGateway, type TestGateway } from '../../../gateway/src/testing/open-test-gateway.ts'
import { sampleSession } from '../../../store/src/session/__fixtures__/sample-events.ts'

const calls = 20_000
const deniedEvery = 6_000
const mostHeap = 200 * 1_048_576

// The numbers are those of the acceptance checks in docs/dashboard.md.
describeWithBrowser('a large session on the page of a gateway', () => {
  let browser: Awaited<ReturnType<typeof startBrowser>>
  beforeAll(async () => {
    await buildDashboard(repositoryRoot)
    browser = await startBrowser()
  })
  afterAll(() => browser.close())

  // 17
  it('draws few of its 20,000 calls, finds the next denied one far below, and stays small', {
    timeout: 240_000,
  }, async () => {
    const open = await openTestGateway({ page: openPage() })
    await recordLargeSession(open)
    const { user, send } = await open.signIn('operator')
    const { json: head } = await send('GET', '/v1/sessions/ses_large')
    expect(head).toMatchObject({ calls, asked: 0, denied: 3, failed: 0 })
    const code = await open.gateway.access.codes.createLogin({ userId: user.id })
    await using opened = await openDashboard(browser, open.url, `/sessions/ses_large#code=${code}`)
    const { page } = opened
    await page.locator('[role=row]').first().waitFor()
    expect(await page.locator('[role=row]').count()).toBeLessThan(100)
    expect(await page.locator('[data-total=calls]').textContent()).toBe('20,000')
    await page.getByText(`${head.asked} asked, ${head.denied} denied, ${head.failed} failed`).waitFor()

    for (let index = deniedEvery - 1; index < calls; index += deniedEvery) {
      await page.keyboard.press('n')
      await page.waitForURL(new RegExp(`call=call_${index}$`), { timeout: 120_000 })
      const chosen = page.locator('[role=row][aria-selected=true]')
      await chosen.getByText('denied').waitFor()
      expect(await chosen.getAttribute('aria-rowindex')).toBe(String(index + 1))
      await page.getByRole('region', { name: 'The chosen call' }).getByText('fs.write_file').waitFor()
    }
    // There is no further one: everything is read.
    await page.keyboard.press('n')
    await page.getByText('calls loaded, more follow').waitFor({ state: 'detached', timeout: 120_000 })
    expect(await page.getByRole('grid').getAttribute('aria-rowcount')).toBe(String(calls))
    expect(await page.locator('[role=row]').count()).toBeLessThan(100)
    const inspector = await opened.context.newCDPSession(page)
    await inspector.send('HeapProfiler.collectGarbage')
    expect((await inspector.send('Runtime.getHeapUsage')).usedSize).toBeLessThan(mostHeap)
    expect(opened.faults).toEqual([])
    expect(open.errors).toEqual([])
  })
})

/** Records a session of many calls, a few of which were denied. */
async function recordLargeSession({ gateway: { database } }: TestGateway): Promise<void> {
  await using recorder = createDatabaseRecorder(database)
  const made = sampleSession('ses_large')
  const eventsOf = (index: number): readonly DrawbridgeEvent[] => {
    const id = `call_${index}`
    const isDenied = index % deniedEvery === deniedEvery - 1
    const ended = made.ended(id)
    return isDenied
      ? [made.called(id), { ...ended, type: 'tool.denied' } as DrawbridgeEvent]
      : [made.called(id), made.started(id), ended]
  }
  await recorder.append(made.opening(), 'grouped')
  for (let from = 0; from < calls; from += 2_000) {
    const events = Array.from({ length: 2_000 }, (_, index) => eventsOf(from + index)).flat()
    await Promise.all(events.map((event) => recorder.append(event, 'grouped')))
  }
}
