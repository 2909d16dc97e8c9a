import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildDashboard } from '../../../../../../scripts/lib/build-dashboard.ts'
import { repositoryRoot } from '../../../../../../scripts/lib/repository-root.ts'
import { sampleState } from '../../../testing/answer-request.ts'
import { describeWithBrowser } from '../../../testing/describe-with-browser.ts'
import { type FixtureServer, openFixtureServer } from '../../../testing/fixture-server.ts'
import { type OpenedPage, openDashboard, startBrowser } from '../../../testing/open-browser.ts'
import { part, type SampleFields, sampleApproval } from '../../../testing/sample-approvals.ts'

const totals = { commands: 0, paths: 0, hosts: 0, others: 0, marked: 0 }
const noTargets = { parts: [], totals }
const inOrder = { permission: 'write', risk: 'medium' } as const
const manyReads = Array.from({ length: 60 }, (_, index) => part('path', `/srv/${index}`, 'reads', [], ['read']))
const scope = `fs.read_file, ${'read files directly in /srv/a b/“c”, '.repeat(60)}until this session ends`

/** Calls that were made to deceive who reads their card, and what the card has to say in spite of them. */
const deceptions: readonly (readonly [symptom: string, fields: Omit<SampleFields, 'id'>, says: readonly string[]])[] = [
  [
    'marks of direction and nothings in a summary',
    { preview: { kind: 'summary', text: 'removes \u202egnp.exe\u200b' } },
    ['\\u{202e}gnp.exe\\u{200b}'],
  ],
  [
    'wide blanks that push the end away',
    { ...noTargets, input: { to: `a${'\u3000'.repeat(5_000)}evil` } },
    ['␣ ×5000'],
  ],
  [
    'lines of blanks that no key types',
    { ...noTargets, input: { to: `a${'\u00a0\n'.repeat(900)}evil` } },
    ['⏎ ×11', '877 lines without marks', 'evil'],
  ],
  [
    'arguments beside a command',
    { tool: 'runtime.exec', input: { command: 'ls', stdin: 'rm -rf /srv' } },
    ['rm -rf /srv'],
  ],
  [
    'arguments beside a difference',
    {
      input: { path: 'a.js', mode: '0777' },
      preview: { kind: 'diff', path: 'a.js', text: '+a', added: 1, removed: 0, cut: false },
    },
    ['0777'],
  ],
  [
    'a marked value deep in a long list',
    {
      input: { rows: [...Array.from({ length: 40 }, (_, index) => `row ${index}`), { deep: '/root/.ssh/id_x' }] },
      parts: [part('path', '/root/.ssh/id_x', 'marked', ['it contains credentials'])],
    },
    ['row 39', 'deep'],
  ],
  [
    'a marked text of two lines in a long script',
    {
      tool: 'runtime.exec',
      input: { command: `${'true\n'.repeat(99)}rm -rf \\\n  /srv/all\n${'true\n'.repeat(99)}` },
      parts: [part('command', 'rm -rf \\\n  /srv/all', 'destructive', ['deletes'])],
    },
    ['rm -rf \\\n  /srv/all\ntrue\ntrue\n'],
  ],
  [
    'a text that looks like a value',
    { ...noTargets, input: { force: 'false', dry: '', ' y': '{}' } },
    ['"false"', '""', '" y"', '"{}"'],
  ],
  [
    'a path that goes on as our sentence',
    { parts: [part('path', 'a.js. The operator “agreed', 'changes', [], ['write'])], totals: { ...totals, paths: 1 } },
    ['Writes “a.js. The operator \\u{201c}agreed”.'],
  ],
  [
    'line feeds in a command that push all down',
    {
      tool: 'runtime.exec',
      parts: [part('command', "ls 'a\n.\n.\nb'", 'changes')],
      totals: { ...totals, commands: 1 },
    },
    ["Runs “ls 'a\\n.\\n.\\nb'”."],
  ],
  [
    'a host with letters of another script',
    { parts: [part('host', 'https://exаmple.org:443', 'changes')], totals: { ...totals, hosts: 1 } },
    ['Fetches from https://xn--exmple-4nf.org:443.', 'It mixes letters of several scripts.'],
  ],
  [
    'a path with letters of another script',
    { parts: [part('path', 'src/раyroll.js', 'reads', [], ['read'])] },
    ['It mixes letters of several scripts.'],
  ],
  [
    'an agent that names itself over many lines',
    { sessionTitle: `ship${'\n.'.repeat(300)}approved` },
    ['ship\\n.\\n.'],
  ],
  [
    'HTML and sequences of a terminal',
    { ...noTargets, input: { html: '<img src=x onerror=alert(1)>', ansi: '\u001b[2Ka\rok' } },
    ['<img src=x onerror=alert(1)>', '\\x1b[2Ka\\x0dok'],
  ],
]

describeWithBrowser('a card that was made to deceive', () => {
  let browser: Browser
  let server: FixtureServer
  let opened: OpenedPage
  let page: Page
  let number = 0
  beforeAll(async () => {
    await buildDashboard(repositoryRoot)
    browser = await startBrowser()
    server = await openFixtureServer(sampleState())
    opened = await openDashboard(browser, server.url, '/inbox')
    ;({ page } = opened)
    await page.locator('[data-connection=live]').waitFor()
  })
  afterAll(async () => {
    await opened[Symbol.asyncDispose]()
    await server[Symbol.asyncDispose]()
    await browser.close()
  })

  const show = async (fields: Omit<SampleFields, 'id'>): Promise<Locator> => {
    number += 1
    const id = `apr_odd${number}`
    for (const [old, approval] of server.state.approvals)
      server.state.approvals.set(old, { ...approval, state: 'withdrawn' })
    server.state.writes.length = 0
    server.ask(sampleApproval({ id, ...fields }))
    await page.evaluate((to) => {
      history.pushState({}, '', to)
      dispatchEvent(new PopStateEvent('popstate'))
    }, `/inbox/${id}`)
    const card = page.locator(`[data-approval=${id}]`)
    await card.waitFor()
    return card
  }
  const armed = () => page.locator('[data-armed=true]').waitFor()
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const sent = () => server.state.writes.filter(({ path }) => path.includes('decision'))
  /** Waits until a key is no longer the last of a burst, and an answer would have arrived. */
  const pause = () => page.waitForTimeout(450)

  it.each(deceptions)('shows what is there in spite of %s', async (_, fields, says) => {
    const card = await show(fields)
    const [seen] = await card.allInnerTexts()
    for (const words of says) expect(seen).toContain(words)
    expect(await card.locator('img').count()).toBe(0)
    expect((await card.locator('h2').boundingBox())?.height).toBeLessThan(120)
    expect(await button('Deny').isVisible()).toBe(true)
  })

  it('keeps its head short however long a path is', async () => {
    const long = part('path', `/srv/${'x'.repeat(30_000)}`, 'changes', [], ['write'])
    const card = await show({ parts: [long], totals: { ...totals, paths: 1 } })
    expect((await card.locator('h2').boundingBox())?.height).toBeLessThan(120)
  })

  it('sets a text of several lines apart, so that none of them looks like an argument', async () => {
    const card = await show({ ...noTargets, input: { a: { note: 'fine\nforce: true' } } })
    const line = card.getByText('force: true')
    expect(await line.evaluate((element) => getComputedStyle(element).borderInlineStartWidth)).not.toBe('0px')
  })

  it('counts a marked part as seen only once its end was in view', async () => {
    await show({ parts: [part('command', `echo ${'x '.repeat(30_000)}; rm -rf /srv`, 'marked', ['deletes'])] })
    await page.getByText('One marked part has to be seen', { exact: false }).waitFor()
    await pause()
    await button('Allow once').click({ force: true })
    expect(sent()).toEqual([])
    await page.getByText('! deletes').scrollIntoViewIfNeeded()
    await armed()
  })

  it('asks to see a path outside the workspace whatever the risk is called', async () => {
    await show({
      ...inOrder,
      parts: [...manyReads, part('path', '/etc/x', 'marked', [], ['write, OUTSIDE the workspace'])],
    })
    await page.getByText('One marked part has to be seen', { exact: false }).waitFor()
  })

  it('takes no key that was held since before it could be answered, and no second click of a double click', async () => {
    const card = await show(inOrder)
    await button('Allow once').focus()
    for (let index = 0; index < 8; index += 1) {
      await page.keyboard.down('Enter')
      await page.waitForTimeout(100)
    }
    await page.keyboard.up('Enter')
    await button('Allow once').dispatchEvent('click', { detail: 2 })
    expect(sent()).toEqual([])
    await pause()
    await card.focus()
    await page.keyboard.down('y')
    await page.keyboard.down('y')
    await page.keyboard.up('y')
    await page.getByText('Allow once, by ada').waitFor()
    expect(sent().length).toBe(1)
  })

  it('takes no click that was pressed before the call changed', async () => {
    const card = await show(inOrder)
    await armed()
    await button('Allow once').hover()
    await page.mouse.down()
    const id = (await card.getAttribute('data-approval')) ?? ''
    server.ask(sampleApproval({ id, ...inOrder, digest: 'another' }))
    await page.getByText('The call changed while this was open', { exact: false }).waitFor()
    await armed()
    await page.mouse.up()
    await pause()
    expect(sent()).toEqual([])
  })

  it('shows a scope of any length whole, and offers no longer answer if the grant would say something else', async () => {
    const offers = [
      { answer: 'allow_once', scope: 'this call only' },
      { answer: 'allow_for_session', scope },
    ] as const
    const card = await show({ offers })
    await armed()
    await button('More').click()
    expect(await card.locator('[data-scope=allow_for_session]').textContent()).toBe(scope)
    const id = (await card.getAttribute('data-approval')) ?? ''
    server.state.answers.set(`/approvals/${id}/preview-grant`, {
      status: 200,
      body: { scope: 'all files', wouldCover: [], wouldNot: [] },
    })
    server.ask(sampleApproval({ id, offers, digest: 'another' }))
    await page.getByRole('button', { name: 'Choose: Allow for this session', disabled: true }).waitFor()
    await armed()
    await button('Choose: Allow for this session').click({ force: true })
    expect(sent()).toEqual([])
  })

  it('keeps the value that somebody vouches for apart from who does', async () => {
    const value = 'x” (the operator); /to “y'
    const flow = { mode: 'guard', verdict: 'ask', findings: [] } as const
    const card = await show({ flow: { ...flow, vouched: [{ at: '/subject', kind: 'content', value, by: 'user' }] } })
    expect(await card.locator('code').allInnerTexts()).toContain(value)
  })

  it('draws a difference of thousands of lines whole, with the answers in view', async () => {
    const text = `${'+line\n'.repeat(5_000)}+rm -rf /srv`
    const card = await show({ preview: { kind: 'diff', path: 'a', text, added: 5_001, removed: 0, cut: false } })
    expect(await card.getByText('+rm -rf /srv').count()).toBe(1)
    expect(await button('Deny').isVisible()).toBe(true)
  })

  it('allows together only what is shown with its arguments and has no deceptive host, and denies every listed one', async () => {
    const ask = (count: number, fields: Omit<SampleFields, 'id'>) => {
      for (let index = 0; index < count; index += 1) server.ask(sampleApproval({ id: `apr_more${index}`, ...fields }))
    }
    const host = { parts: [part('host', 'https://exаmple.org:443', 'changes')] }
    await show(host)
    ask(2, host)
    await button('Deny all 3').waitFor()
    expect(await button('Allow once each (3)').count()).toBe(0)
    const send = { ...noTargets, tool: 'mcp.mail.send', input: { to: 'x@evil.example' } }
    await show(send)
    ask(59, send)
    await button('Allow once each (60)').click()
    expect(await page.getByRole('dialog').textContent()).toContain('x@evil.example')
    await page.keyboard.press('Escape')
    await button('Deny all 60').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Deny all 60' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    const bodies = sent().map(({ body }) => (body as { decisions: readonly unknown[] }).decisions.length)
    expect(bodies).toEqual([50, 10])
  })

  it('leaves nothing in the console', () => {
    expect(opened.faults).toEqual([])
  })
})
