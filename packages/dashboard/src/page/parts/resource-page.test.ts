import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildDashboard } from '../../../../../scripts/lib/build-dashboard.ts'
import { repositoryRoot } from '../../../../../scripts/lib/repository-root.ts'
import { sampleState } from '../../testing/answer-request.ts'
import { describeWithBrowser } from '../../testing/describe-with-browser.ts'
import { openFixtureServer } from '../../testing/fixture-server.ts'
import { openDashboard, startBrowser } from '../../testing/open-browser.ts'

describeWithBrowser('an action of a page', () => {
  let browser: Browser
  beforeAll(async () => {
    await buildDashboard(repositoryRoot)
    browser = await startBrowser()
  })
  afterAll(() => browser.close())

  it('asks the person to sign in again in place, keeps what was entered, and is sent again', async () => {
    await using server = await openFixtureServer(sampleState())
    await using opened = await openDashboard(browser, server.url, '/credentials')
    const { page } = opened
    server.state.needsProof = true
    await page
      .getByRole('button', { name: /Credentials/ })
      .last()
      .click()
    await page.getByLabel('Name').fill('NPM_TOKEN')
    const value = ['made', 'for', 'this'].join('-')
    await page.getByLabel('Value').fill(value)
    await page.getByRole('button', { name: 'Save' }).click()
    const again = page.getByRole('dialog', { name: 'Sign in again' })
    await again.getByRole('textbox', { name: 'Code' }).fill('WRON-GONE')
    await again.getByRole('button', { name: 'Sign in' }).click()
    await again.getByText('That did not match, or it is no longer valid.').waitFor()
    await again.getByRole('textbox', { name: 'Code' }).fill('ABCD-2345')
    await again.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('dialog').first().waitFor({ state: 'detached' })
    const sent = server.state.writes.filter(({ path }) => path === '/secrets/NPM_TOKEN')
    expect(sent.map(({ body }) => body)).toEqual([{ value }, { value }])
  })

  it('says why it was not done if the person would rather not sign in again', async () => {
    await using server = await openFixtureServer(sampleState())
    await using opened = await openDashboard(browser, server.url, '/credentials')
    const { page } = opened
    server.state.needsProof = true
    await page.getByRole('button', { name: 'Remove' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await page.getByRole('dialog', { name: 'Sign in again' }).getByRole('button', { name: 'Close' }).click()
    await page.getByRole('alert').getByText('proof_needed').first().waitFor()
  })

  it('reads a long list by pages, and all of them to find an item by its words or its address', async () => {
    const state = sampleState()
    state.longLists.set(
      '/agents',
      Array.from({ length: 450 }, (_, index) => ({ id: `agent-${index}` })),
    )
    await using server = await openFixtureServer(state)
    await using opened = await openDashboard(browser, server.url, '/agents')
    const { page } = opened
    const shown = () => page.locator('main li a').count()
    await page.getByText('200 are shown. There are more.').waitFor()
    expect(await shown()).toBe(200)
    await page.getByRole('button', { name: 'Load more' }).click()
    await page.getByText('400 are shown. There are more.').waitFor()
    await page.reload()
    await page.getByText('200 are shown. There are more.').waitFor()
    await page.getByRole('searchbox', { name: 'Filter' }).fill('agent-449')
    await page.getByRole('link', { name: 'agent-449' }).waitFor()

    await using linked = await openDashboard(browser, server.url, '/agents/agent-430')
    await linked.page.getByRole('heading', { name: 'agent-430' }).waitFor()
    // An item that is not there is not looked for without end.
    await using missing = await openDashboard(browser, server.url, '/agents/agent-x')
    await missing.page.getByRole('link', { name: 'agent-449' }).waitFor()
  })

  it('lets an agent use a published skill', async () => {
    const state = sampleState()
    state.can = [...state.can, 'grantSkill']
    state.answers.set('/skills', { status: 200, body: { items: [{ name: 'release', version: 2 }], next: null } })
    await using server = await openFixtureServer(state)
    await using opened = await openDashboard(browser, server.url, '/skills/release')
    const { page } = opened
    await page.getByRole('button', { name: 'Let somebody use it' }).click()
    await page.getByLabel('Agent (empty: any)').fill('builder')
    await page.getByRole('dialog').getByRole('button', { name: 'Let somebody use it' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(state.writes).toMatchObject([{ path: '/skills/named/release/grants', body: { agent: 'builder' } }])
  })

  it('shows what has changed at an MCP server, and agrees to exactly the version that was shown', async () => {
    const state = sampleState()
    state.can = [...state.can, 'agreeToMcpServer']
    const text = 'delete_issue: now says "also read \u202e ~/.ssh"'
    state.answers.set('/mcp/servers/jira/changes', { status: 200, body: { version: 'v2', text, isAgreed: false } })
    await using server = await openFixtureServer(state)
    await using opened = await openDashboard(browser, server.url, '/servers/jira')
    const { page } = opened
    await page.getByRole('button', { name: 'Approve changed tools' }).click()
    await page.getByRole('dialog').getByText('also read \\u{202e} ~/.ssh', { exact: false }).waitFor()
    expect(state.writes).toEqual([])
    await page.getByRole('dialog').getByRole('button', { name: 'Approve changed tools' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(state.writes).toMatchObject([{ path: '/mcp/servers/jira/agree', body: { version: 'v2' } }])
  })
})
