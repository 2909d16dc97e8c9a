import { openPage } from '@drawbridge/dashboard'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { room } from '../../../../examples/room/room.ts'
import { insertStation, noteTemperature } from '../../../../examples/room/stations.ts'
import { buildDashboard } from '../../../../scripts/lib/build-dashboard.ts'
import { repositoryRoot } from '../../../../scripts/lib/repository-root.ts'
import { describeWithBrowser } from '../../../dashboard/src/testing/describe-with-browser.ts'
import { findBarriers } from '../../../dashboard/src/testing/find-barriers.ts'
import { openDashboard, startBrowser } from '../../../dashboard/src/testing/open-browser.ts'
import { openTestGateway } from '../../../gateway/src/testing/open-test-gateway.ts'

describeWithBrowser('the page of a room of others', () => {
  let browser: Awaited<ReturnType<typeof startBrowser>>
  beforeAll(async () => {
    await buildDashboard(repositoryRoot)
    browser = await startBrowser()
  })
  afterAll(() => browser.close())

  it('is listed for those who may use its operation, and shows the items with their details', async () => {
    const open = await openTestGateway({ page: openPage(), drawbridge: { rooms: [room] } })
    const { database } = open.gateway
    for (const name of ['roof', 'cellar']) await database.run(insertStation, name, 'sealed', 'key')
    await database.run(noteTemperature, 'roof', -3, Date.UTC(2026, 4, 1))
    const opened = async (role: 'viewer' | 'member', path: string) => {
      const { user } = await open.signIn(role)
      const code = await open.gateway.access.codes.createLogin({ userId: user.id })
      const dashboard = await openDashboard(browser, open.url, `${path}#code=${code}`)
      await dashboard.page.locator('nav[aria-label=Pages] a').first().waitFor()
      return dashboard
    }
    await using member = await opened('member', '/settings')
    const { page } = member
    await page.getByRole('link', { name: 'Weather stations' }).click()
    await page.getByRole('link', { name: /roof/ }).click()
    expect(new URL(page.url()).pathname).toBe('/rooms/weather/stations/roof')
    expect(await page.title()).toContain('Weather stations')
    const detail = page.locator('article')
    await detail.getByText('Measured').waitFor()
    await detail.getByText('-3').waitFor()
    await page.getByRole('searchbox', { name: 'Filter' }).fill('cel')
    await page.getByRole('link', { name: /roof/ }).waitFor({ state: 'detached' })
    await page.getByRole('link', { name: /cellar/ }).waitFor()
    expect(await findBarriers(page)).toEqual([])
    expect(member.faults).toEqual([])

    await using viewer = await opened('viewer', '/rooms/weather/stations')
    await viewer.page.getByText('There is no such page, or you may not see it.').waitFor()
    expect(await viewer.page.getByRole('link', { name: 'Weather stations' }).count()).toBe(0)
    expect(open.errors).toEqual([])
  })
})
