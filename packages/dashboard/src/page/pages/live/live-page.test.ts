import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildDashboard } from '../../../../../../scripts/lib/build-dashboard.ts'
import { repositoryRoot } from '../../../../../../scripts/lib/repository-root.ts'
import { sampleState } from '../../../testing/answer-request.ts'
import { describeWithBrowser } from '../../../testing/describe-with-browser.ts'
import { openFixtureServer } from '../../../testing/fixture-server.ts'
import { openDashboard, startBrowser } from '../../../testing/open-browser.ts'

describeWithBrowser('the live page', () => {
  let browser: Browser
  beforeAll(async () => {
    await buildDashboard(repositoryRoot)
    browser = await startBrowser()
  })
  afterAll(() => browser.close())

  // 19, and openclaw#12895
  it('shows each event once, though other subscriptions heard of it before, and the server went away again and again', async () => {
    await using server = await openFixtureServer(sampleState())
    await using opened = await openDashboard(browser, server.url, '/live')
    const { page } = opened
    const live = page.locator('[data-connection=live]')
    await live.waitFor()
    const happens = (name: string) => server.emit('live', { type: 'tool.denied', toolCallId: name, tool: 'fs.delete' })
    for (let move = 0; move < 6; move += 1) {
      happens(`a${move}`)
      server.pause()
      await page.locator('[data-connection=reconnecting]').waitFor()
      happens(`b${move}`)
      server.resume()
      await page.evaluate(() => window.dispatchEvent(new Event('focus')))
      await live.waitFor()
    }
    happens('last')
    await page.getByText('13 denied').waitFor()
    expect(await page.locator('main li').count()).toBeGreaterThan(5)
  })
})
