import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildDashboard } from '../../../../../../scripts/lib/build-dashboard.ts'
import { repositoryRoot } from '../../../../../../scripts/lib/repository-root.ts'
import { sampleState } from '../../../testing/answer-request.ts'
import { describeWithBrowser } from '../../../testing/describe-with-browser.ts'
import { type FixtureServer, openFixtureServer } from '../../../testing/fixture-server.ts'
import { openDashboard, startBrowser } from '../../../testing/open-browser.ts'
import { part, sampleApproval, sampleNow } from '../../../testing/sample-approvals.ts'

describeWithBrowser('a question in the inbox', () => {
  let browser: Browser
  beforeAll(async () => {
    await buildDashboard(repositoryRoot)
    browser = await startBrowser()
  })
  afterAll(() => browser.close())

  const card = (page: Page) => page.locator('[data-approval]')
  const armed = (page: Page) => page.locator('[data-armed=true]').waitFor()
  const decisions = ({ state }: FixtureServer) => state.writes.filter(({ path }) => path.endsWith('/decision'))

  it('is denied by a click, and becomes a receipt in its place', async () => {
    await using server = await openFixtureServer(sampleState())
    await using opened = await openDashboard(browser, server.url, '/inbox/apr_write')
    await armed(opened.page)
    await opened.page.getByRole('button', { name: 'Deny', exact: true }).click()
    await opened.page.getByText('Deny, by ada').waitFor()
    expect(decisions(server)).toMatchObject([
      { path: '/approvals/apr_write/decision', body: { answer: 'deny', digest: 'digest-of-apr_write' } },
    ])
    expect(opened.faults).toEqual([])
  })

  // 6, and claude-code#37955
  it('takes no key that was typed elsewhere when it appeared', async () => {
    await using server = await openFixtureServer(sampleState())
    await using opened = await openDashboard(browser, server.url, '/chat/ses_new')
    const { page } = opened
    server.state.answers.set('/sessions/ses_new', {
      status: 200,
      body: { id: 'ses_new', state: 'running', calls: 0, createdAt: sampleNow },
    })
    server.state.answers.set('/sessions/ses_new/nodes', { status: 200, body: { items: [], next: null } })
    await page.reload()
    const field = page.getByLabel('Message')
    await field.focus()
    await page.keyboard.type('yes I say y', { delay: 20 })
    const principal = { ...sampleApproval({ id: 'x' }).principal, session: 'ses_new' }
    server.ask(sampleApproval({ id: 'apr_new', principal }))
    await page.locator('[data-approval=apr_new]').waitFor()
    await page.keyboard.type('y y y n', { delay: 20 })
    expect(await field.inputValue()).toBe('yes I say yy y y n')
    expect(decisions(server)).toEqual([])
  })

  it('takes a key only on the focused card, after a pause, and neither Enter nor Space', async () => {
    await using server = await openFixtureServer(sampleState())
    await using opened = await openDashboard(browser, server.url, '/inbox/apr_write')
    const { page } = opened
    await armed(page)
    await page.keyboard.press('y')
    await card(page).focus()
    await page.keyboard.type('xxxy', { delay: 10 })
    await page.keyboard.press('Enter')
    await page.keyboard.press('Space')
    expect(decisions(server)).toEqual([])
    await page.waitForFunction(([start]) => performance.now() - Number(start) > 500, [
      await page.evaluate(() => performance.now()),
    ] as const)
    await page.keyboard.press('y')
    await page.getByText('Allow once, by ada').waitFor()
    expect(decisions(server)).toMatchObject([{ body: { answer: 'allow_once' } }])
  })

  // 7, and openclaw#44721
  it('stays where it is while twenty others come and one leaves', async () => {
    await using server = await openFixtureServer(sampleState())
    await using opened = await openDashboard(browser, server.url, '/inbox/apr_write')
    const { page } = opened
    await armed(page)
    const button = page.getByRole('button', { name: 'Deny', exact: true })
    const before = await button.boundingBox()
    for (let index = 0; index < 20; index += 1)
      server.ask(sampleApproval({ id: `apr_more${index}`, waitsUntil: sampleNow + 1_000 }))
    server.state.approvals.delete('apr_push')
    server.emit('approvals', { type: 'permission.failed' })
    await page.locator('nav').getByText('25', { exact: false }).first().waitFor()
    expect(await button.boundingBox()).toEqual(before)
    await button.click()
    await page.getByText('Deny, by ada').waitFor()
    expect(decisions(server)).toMatchObject([{ path: '/approvals/apr_write/decision' }])
  })

  // 8, and openclaw#86270
  it('becomes a receipt where another person answered, and a late answer says who was first', async () => {
    await using server = await openFixtureServer(sampleState())
    await using first = await openDashboard(browser, server.url, '/inbox/apr_write')
    await using second = await openDashboard(browser, server.url, '/inbox/apr_write', { width: 390 })
    await armed(first.page)
    await armed(second.page)
    await first.page.getByRole('button', { name: 'Deny', exact: true }).click()
    await second.page.getByText('Deny, by ada').waitFor()
    expect(await second.page.getByRole('button', { name: /Allow once/ }).count()).toBe(0)
  })

  // 9, and opencode#38526
  it('shows the dangerous end of a huge script first, and is inert until its marks were seen', async () => {
    await using server = await openFixtureServer(sampleState())
    const danger = 'rm -rf /srv/data'
    const filler = `${'# comment\n'.repeat(30)}${'\n'.repeat(5_000)}`.repeat(4)
    server.state.approvals.set(
      'apr_huge',
      sampleApproval({
        id: 'apr_huge',
        tool: 'runtime.exec',
        dangerous: true,
        complete: false,
        input: { command: `${filler}${danger}` },
        parts: [
          part('command', danger, 'destructive', ['deletes']),
          ...Array.from({ length: 80 }, (_, index) =>
            part('path', `/srv/${index}`, 'marked', ['it contains credentials']),
          ),
        ],
        totals: { commands: 1, paths: 80, hosts: 0, others: 0, marked: 81 },
        offers: [
          { answer: 'allow_once', scope: 'this call only' },
          { answer: 'deny', scope: 'this call only' },
        ],
      }),
    )
    await using opened = await openDashboard(browser, server.url, '/inbox/apr_huge')
    const { page } = opened
    await page.getByText(danger).first().waitFor()
    expect(await page.getByText(danger).first().isVisible()).toBe(true)
    await page.getByRole('button', { name: /Allow once/, disabled: true }).waitFor()
    await page.getByText('⏎ ×', { exact: false }).first().waitFor({ state: 'attached' })
    await page.getByRole('button', { name: 'More', exact: true }).click()
    expect(await page.locator('[data-scope]').count()).toBe(0)
    expect(decisions(server)).toEqual([])
  })

  // 10
  it('spells out what eyes do not see, and wraps without a sideways scroll of the page', async () => {
    await using server = await openFixtureServer(sampleState())
    const command = `echo \u202egnp.exe\u200b https://exаmple.org ${'x'.repeat(10_000)}`
    server.state.approvals.set(
      'apr_odd',
      sampleApproval({
        id: 'apr_odd',
        tool: 'runtime.exec',
        input: { command },
        parts: [part('command', command, 'marked', ['runs more']), part('host', 'https://exаmple.org:443', 'changes')],
      }),
    )
    await using opened = await openDashboard(browser, server.url, '/inbox/apr_odd', { width: 390 })
    await opened.page.getByText('\\u{202e}', { exact: false }).first().waitFor()
    await opened.page.getByText('xn--exmple-4nf.org', { exact: false }).first().waitFor()
    const width = await opened.page.evaluate(() => document.documentElement.scrollWidth)
    expect(width).toBeLessThanOrEqual(390)
  })

  // 11
  it('paints a changed call anew, and answers nothing by the old digest', async () => {
    await using server = await openFixtureServer(sampleState())
    await using opened = await openDashboard(browser, server.url, '/inbox/apr_write')
    const { page } = opened
    await armed(page)
    const before = server.state.approvals.get('apr_write')
    if (before !== undefined) server.state.approvals.set('apr_write', { ...before, digest: 'new' })
    await page.getByRole('button', { name: 'Deny', exact: true }).click()
    await page.getByText('The call has changed since it was shown', { exact: false }).waitFor()
    await page.getByText('The call changed while this was open', { exact: false }).waitFor()
    expect(server.state.approvals.get('apr_write')?.state).toBe('open')
  })

  // 12, and hermes-agent#106678
  it('cannot be answered without a connection, and is there again with it', async () => {
    await using server = await openFixtureServer(sampleState())
    await using opened = await openDashboard(browser, server.url, '/inbox/apr_write')
    const { page } = opened
    await armed(page)
    server.pause()
    await page.locator('[data-connection=offline]').waitFor()
    await page.getByRole('button', { name: 'Deny', exact: true, disabled: true }).waitFor()
    server.resume()
    await page.locator('[data-connection=live]').waitFor()
    await armed(page)
    await page.getByRole('button', { name: 'Deny', exact: true }).click()
    await page.getByText('Deny, by ada').waitFor()
  })

  // 13, and opencode#9554
  it('says word for word what a longer answer would save', async () => {
    await using server = await openFixtureServer(sampleState())
    await using opened = await openDashboard(browser, server.url, '/inbox/apr_read1')
    const { page } = opened
    await armed(page)
    await page.getByRole('button', { name: 'More', exact: true }).click()
    const scope = server.state.approvals
      .get('apr_read1')
      ?.offers.find(({ answer }) => answer === 'allow_for_session')?.scope
    expect(await page.locator('[data-scope=allow_for_session]').textContent()).toBe(scope)
    await page.getByText('no store is configured for it').waitFor()
    await page.getByRole('button', { name: 'Choose: Allow for this session' }).click()
    await page.getByText('Allow for this session, by ada').waitFor()
  })

  // 14
  it('shows whose words decide, with the place and the words around the value', async () => {
    await using server = await openFixtureServer(sampleState())
    await using opened = await openDashboard(browser, server.url, '/inbox/apr_mail')
    await opened.page.getByText('One value decides where this goes', { exact: false }).waitFor()
    expect(await opened.page.locator('mark').textContent()).toBe('x@evil.example')
    await opened.page.getByText('https://blog.example/post', { exact: false }).waitFor()
  })

  // 23
  it('counts down by the clock of the server, whatever the clock of the computer says', async () => {
    await using server = await openFixtureServer(sampleState())
    await using opened = await openDashboard(browser, server.url, '/inbox/apr_write')
    await opened.page.clock.setFixedTime(sampleNow + 600_000)
    await opened.page.reload()
    await opened.page
      .getByText(/waits 1:3\d/)
      .first()
      .waitFor()
  })

  // 17 of E: cantinarr PR 316
  it('denies together exactly the questions that were listed', async () => {
    await using server = await openFixtureServer(sampleState())
    await using opened = await openDashboard(browser, server.url, '/inbox')
    const { page } = opened
    await page.getByRole('button', { name: 'Deny all 3' }).first().click()
    server.ask(sampleApproval({ id: 'apr_late' }))
    await page.getByRole('dialog').getByRole('button', { name: 'Deny all 3' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    const [sent] = server.state.writes.filter(({ path }) => path === '/approvals/decisions')
    const { decisions: ids } = (sent?.body ?? { decisions: [] }) as { decisions: { id: string }[] }
    expect(ids.map(({ id }) => id)).toEqual(['apr_push', 'apr_write', 'apr_read1'])
  })
})
