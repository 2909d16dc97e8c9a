import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildDashboard } from '../../../../scripts/lib/build-dashboard.ts'
import { repositoryRoot } from '../../../../scripts/lib/repository-root.ts'
import { describeMe, unhurriedState } from '../testing/answer-request.ts'
import { describeWithBrowser } from '../testing/describe-with-browser.ts'
import { openFixtureServer } from '../testing/fixture-server.ts'
import { openDashboard, startBrowser } from '../testing/open-browser.ts'
import { samplePages } from '../testing/sample-pages.ts'
import { views } from './pages/views.ts'

describeWithBrowser('the page in a browser', () => {
  let browser: Browser
  beforeAll(async () => {
    await buildDashboard(repositoryRoot)
    browser = await startBrowser()
  })
  afterAll(() => browser.close())

  // 1
  it('takes the code from the address, which then shows it no longer', async () => {
    await using server = await openFixtureServer(unhurriedState())
    await using opened = await openDashboard(browser, server.url, '/#code=ABCD-2345')
    await opened.page.getByText('Runs 2 commands').first().waitFor()
    expect(opened.page.url()).toBe(`${server.url}/inbox`)
    expect(server.state.reads.join()).not.toContain('ABCD')
    expect(opened.faults).toEqual([])
  })

  // 2
  it('says the same about a code that was used and one that never was', async () => {
    await using server = await openFixtureServer(unhurriedState())
    server.state.codes.clear()
    for (const code of ['ABCD-2345', 'WRON-GONE']) {
      await using opened = await openDashboard(browser, server.url, `/#code=${code}`)
      await opened.page.getByText('That did not match, or it is no longer valid.').waitFor()
      expect(server.state.reads).toEqual([])
    }
  })

  // 21
  it('lists only the pages whose operation the person may use', async () => {
    await using server = await openFixtureServer(unhurriedState())
    server.state.can = ['listSessions', 'listTools']
    await using opened = await openDashboard(browser, server.url, '/')
    await opened.page.locator('nav[aria-label=Pages] a').first().waitFor()
    const names = await opened.page.locator('nav[aria-label=Pages] a').allTextContents()
    expect([...new Set(names)]).toEqual(['Live', 'Sessions', 'Tools', 'Settings'])
  })

  it('lists no page of a room that the gateway does not have, and says so at its address', async () => {
    const state = unhurriedState()
    const pages = samplePages.filter(({ id }) => id !== 'teams')
    state.answers.set('/me', { status: 200, body: { ...describeMe(state), pages } })
    await using server = await openFixtureServer(state)
    await using opened = await openDashboard(browser, server.url, '/teams')
    await opened.page.getByText('There is no such page, or you may not see it.').waitFor()
    const names = await opened.page.locator('nav[aria-label=Pages] a').allTextContents()
    expect(names).toContain('Tasks')
    expect(names).not.toContain('Teams')
  })

  it('shows no entry whose code it does not have, and has the code of every entry of the samples', () => {
    expect(samplePages.filter(({ id }) => !views.has(id))).toEqual([])
    expect([...views.keys()].filter((name) => !samplePages.some(({ id }) => id === name))).toEqual([])
  })

  // 20
  it('shows stored attacks as text', async () => {
    await using server = await openFixtureServer(unhurriedState())
    await using opened = await openDashboard(browser, server.url, '/chat/ses_ship')
    await opened.page.getByText('<img src=x onerror=alert(1)>').waitFor()
    await opened.page.getByText('track (https://evil.example/p.png)').waitFor()
    expect(await opened.page.locator('main img').count()).toBe(0)
    expect(opened.faults).toEqual([])
  })

  // 24
  it('tells of a new build, and reloads only when the person wants', async () => {
    await using server = await openFixtureServer(unhurriedState())
    await using opened = await openDashboard(browser, server.url, '/inbox/apr_write')
    const { page } = opened
    await page.locator('[data-armed=true]').waitFor()
    await page.getByRole('button', { name: 'Deny with reason' }).click()
    await page.getByLabel('The reason, which the agent reads').fill('not before the release')
    server.state.build = 'other'
    server.pause()
    await page.locator('[data-connection=reconnecting], [data-connection=offline]').first().waitFor()
    server.resume()
    await page.getByRole('button', { name: 'New version: reload' }).waitFor()
    expect(await page.getByLabel('The reason, which the agent reads').inputValue()).toBe('not before the release')
  })

  // 17
  it('opens a session of 20,000 calls with few rows, and jumps to the next incident', async () => {
    await using server = await openFixtureServer(unhurriedState())
    await using opened = await openDashboard(browser, server.url, '/sessions/ses_large')
    const { page } = opened
    await page.getByText('src/part-0.ts').waitFor()
    expect(await page.locator('[role=row]').count()).toBeLessThan(100)
    expect(await page.locator('[data-total=calls]').textContent()).toBe('20,000')
    await page.getByRole('button', { name: 'Next denied, failed or asked' }).click()
    await page.locator('[role=row][aria-selected=true]').waitFor()
    expect(page.url()).toContain('call=call_40')
  })

  it('reads of a session that runs only what changed, once for many events, however long it is', async () => {
    await using server = await openFixtureServer(unhurriedState())
    await using opened = await openDashboard(browser, server.url, '/sessions/ses_ship')
    const { page } = opened
    await page.locator('[data-connection=live]').waitFor()
    await page.getByText('src/part-3.ts').waitFor()
    const reads = () => server.state.reads.filter((path) => path.startsWith('/v1/sessions/ses_ship/calls?'))
    await expect
      .poll(reads)
      .toEqual(['/v1/sessions/ses_ship/calls?limit=200', '/v1/sessions/ses_ship/calls?since=48112&limit=200'])
    const made = { tool: 'fs.delete', status: 'running', receivedAt: server.state.now() }
    server.state.changedCalls = [
      { ...made, id: 'call_3', line: 'src/changed.ts' },
      { ...made, id: 'call_new', line: 'src/new.ts' },
    ]
    const event = { type: 'tool.started', toolCallId: 'call_new' }
    server.emit('session:ses_ship', ...Array.from({ length: 40 }, () => event))
    await page.getByText('src/changed.ts').waitFor()
    expect(await page.getByRole('grid').getAttribute('aria-rowcount')).toBe('121')
    await page.getByRole('grid').press('End')
    expect(reads().slice(2)).toEqual(['/v1/sessions/ses_ship/calls?since=48113&limit=200'])
  })

  // 18
  it('draws few rows however many events come, and says what it counted', async () => {
    await using server = await openFixtureServer(unhurriedState())
    await using opened = await openDashboard(browser, server.url, '/live')
    const { page } = opened
    await page.locator('[data-connection=live]').waitFor()
    for (let batch = 0; batch < 20; batch += 1)
      server.emit(
        'live',
        ...Array.from({ length: 150 }, (_, index) => ({
          type: 'tool.completed',
          toolCallId: `c${batch}-${index}`,
          tool: 'fs.read_file',
        })),
      )
    server.emit('live', { type: 'tool.denied', toolCallId: 'last', tool: 'fs.delete' })
    await page.getByText('1 denied').waitFor()
    await page.getByText('fs.delete').waitFor()
    expect(await page.locator('main li').count()).toBeLessThan(100)
  })

  // 5
  it('goes to pages, searches and lists its keys by the keyboard alone', async () => {
    await using server = await openFixtureServer(unhurriedState())
    await using opened = await openDashboard(browser, server.url, '/inbox')
    const { page } = opened
    await page.getByText('Runs 2 commands').first().waitFor()
    await page.keyboard.press('g')
    await page.keyboard.press('a')
    await page.getByText('#48110').waitFor()
    await page.keyboard.press('?')
    await page.getByRole('dialog').getByText('verify the chain').waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').waitFor()
    await page.keyboard.type('grant')
    await page.keyboard.press('Enter')
    await page.getByText('read files directly in').first().waitFor()
  })
})
